-- GitLab as a kind of code host.
alter table code_host drop constraint code_host_kind_check;
alter table code_host add constraint code_host_kind_check check (kind in ('github', 'gitea', 'gitlab'));
