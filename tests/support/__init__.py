"""What the tests stand on: judges that know nothing of the converter, and things to judge.

Judges
    judge            all of them at once: `complaints(source_api, source, target_api, payload, report, model=…)`
    vendor_types     does the vendor's SDK type take this body? `problems(api, payload)`
    provider_checks  which of the providers' rules does it break? `violations(api, payload, model=…)`
    facts            is everything said or told of, in order, nothing invented? `compare(…)`, `missing(…)`
    tools            did all declared tools come along? `undeclared(…)`
    sameness         where do two JSON values differ? `differences(expected, actual)`

Things to judge
    corpus           recorded traffic, where it is at hand
    exchange         a recorded request together with its answer
    examples         one small conversation in every wire
    edit, injection  changed copies: something taken out, swapped, or never heard of put in
"""
