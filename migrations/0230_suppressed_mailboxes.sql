-- Entries name mailboxes: the tag behind the plus sign of an address is no part of one. Hashes of earlier entries stay.
update growth_suppression set value = regexp_replace(value, '(?<=[^.])\+[^@]*@', '@')
where kind = 'address' and value like '_%+%@%' and value not like '"%';
