import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

/** The database of the server refuses the first step of every run during it, as one with a full disk does. */
export const whileRunsAreRefused = async <T>(server: TestServer, work: () => Promise<T>): Promise<T> => {
  await asOwner(
    server,
    `create function refuse_jobs() returns trigger language plpgsql as $$ begin raise 'no space left'; end $$;
     create trigger refuse_jobs before insert on run_step for each row execute function refuse_jobs()`,
  )
  try {
    return await work()
  } finally {
    await asOwner(server, 'drop trigger refuse_jobs on run_step; drop function refuse_jobs')
  }
}
