-- The prompt of a video under way is removed with the person who typed it.
alter table ai_video drop constraint ai_video_check1;
alter table ai_video add constraint ai_video_prompt check (ended_at is null or prompt is null);
