-- An app of GitHub in the place of a token: its private key is then what is sealed as `ciphertext`.
alter table code_host add column app_id text check (length(app_id) between 1 and 100);
alter table code_host add column installation_id text check (installation_id ~ '^[0-9]{1,20}$');
alter table code_host add constraint code_host_app_whole check ((app_id is null) = (installation_id is null));
alter table code_host add constraint code_host_app_of_github check (app_id is null or kind = 'github');
