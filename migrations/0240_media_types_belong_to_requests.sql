-- The media type belongs to the request that stores bytes: the same bytes of two types are two assets, and are parsed
-- once in each format.
alter table ai_asset drop constraint ai_asset_workspace_id_sha256_key;
alter table ai_asset add unique (workspace_id, sha256, media_type);

alter table ai_parse drop constraint ai_parse_workspace_id_sha256_engine_engine_version_key;
alter table ai_parse add unique (workspace_id, sha256, format, engine, engine_version);
