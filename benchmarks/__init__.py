"""How fast Segue converts, measured against reading and writing the same JSON and against its peers."""
