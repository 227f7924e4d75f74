-- The note of a share link can name its author; it goes when the author is erased.
grant update (note) on preview_share to atelier_tenant;
