/**
 * SQL for the owner of the database. Until the trigger is dropped, no part of a task's change has been tried in time before a
 * step of this name is due.
 */
export const withoutTimeUntil = (step: string) => `
  create or replace function without_time() returns trigger language plpgsql as $$
  begin
    if not exists (select from run_step s join run r on r.id = s.run_id
        where s.name = '${step}' and r.subject_id = new.task_id) then
      new.account := 'unseen';
      new.reason := 'not_tried';
    end if;
    return new;
  end $$;
  grant execute on function without_time() to public;
  create or replace trigger without_time before insert on change_part for each row execute function without_time()`
