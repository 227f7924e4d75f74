import { asOwner } from '../crash/aftermath.ts'
import type { Query } from '../crash/git-aftermath.ts'
import { costlyCommand, failingCommand } from './cycles.ts'

interface EndedRun {
  readonly id: string
  readonly status: string
  readonly step: string | null
  readonly code: string | null
  /** The scripts of its tasks, in one. */
  readonly script: string
  /** How many of its tasks write the file that others write too. */
  readonly sharing: number
  readonly wasStopped: boolean
  /** Whether a person refused a change or a question of it. */
  readonly wasRefused: boolean
}

const ended = `
  select c.id, c.status, failure->>'step' as step, failure->>'code' as code, wrote.script, wrote.sharing,
    exists (select from audit_row a where a.action = 'cycle.stop' and a.resource_id = c.id::text) as "wasStopped",
    exists (select from pending_request p where p.cycle_id = c.id and p.status in ('denied', 'cancelled')) as "wasRefused"
  from cycle c, lateral (select string_agg(t.description, chr(10)) as script,
    count(*) filter (where t.description like '%shared.txt%')::int as sharing from task t where t.cycle_id = c.id) wrote`

/** The failures that a script, a person or an injected fault causes in a cycle, by the code of its failure. */
const mayFail: Readonly<Record<string, (cycle: EndedRun) => boolean>> = {
  gave_up: ({ script }) => script.includes(failingCommand),
  cycle_cap_reached: ({ script }) => script.includes(costlyCommand),
  denied: ({ wasRefused }) => wasRefused,
  // An agent that is sent back does the same again, which is no change; so it leaves the markers of a conflict in place.
  review_refused: ({ wasRefused, sharing }) => wasRefused || sharing > 1,
  conflict: ({ sharing }) => sharing > 1,
  step_lost: () => true,
}

const isExplained = (cycle: EndedRun): boolean => {
  const { status, code, script, wasStopped } = cycle
  if (status === 'completed') return !script.includes(failingCommand)
  if (status === 'stopped') return wasStopped
  return status === 'failed' && [code?.startsWith('provider_'), mayFail[code ?? '']?.(cycle)].includes(true)
}

/** The cycles that ended otherwise than what they were to do and what happened to them lets them end. */
export const unexplainedEnds = (url: string) =>
  asOwner(url, async (query: Query) =>
    (await query<EndedRun>(ended))
      .filter((cycle) => !isExplained(cycle))
      .map((cycle) => ({ rule: 'a cycle ends as its tasks say, or of a fault', ...cycle })),
  )
