-- Leads without an address are the same by their company's domain, or by their page where the domain is a network's.
alter table growth_lead add column page text not null default '' check (length(page) <= 1000);
drop index growth_lead_company;
create unique index growth_lead_company on growth_lead (growth_project_id, domain, page) where address is null;
