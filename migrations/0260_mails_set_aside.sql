-- How many mails of a mailbox could not be read or filed, and why the last one could not.
alter table growth_mailbox
  add column set_aside_mails integer not null default 0 check (set_aside_mails >= 0),
  add column set_aside_reason text check (set_aside_reason in ('too_large', 'too_slow', 'unreadable', 'not_filed')),
  add check ((set_aside_mails = 0) = (set_aside_reason is null));
