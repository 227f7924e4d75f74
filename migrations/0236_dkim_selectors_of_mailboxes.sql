-- The selector of the DKIM key with which the provider of a mailbox signs; null for one that the provider usually takes.
alter table growth_mailbox add column dkim_selector text check (length(dkim_selector) between 1 and 63);
