-- How many things of a change, about which a letter asks, no test shows; null in letters about anything else.
alter table letter add column unshown int4;
