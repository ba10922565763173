"""What happens to a conversation on its way to another model: a short list of small passes, in one visible order."""
