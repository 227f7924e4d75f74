import type { Transaction } from '../../../platform/db/transaction.ts'
import { headOf } from './rules.ts'
import { contentsTakenBy } from './store.ts'

/** A skill as an agent gets it. */
interface RunSkill {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly content: string
}

/** The skills that a run was given when it was planned; none once it has ended. */
export const skillsOfRun = async (tx: Transaction, runId: string): Promise<RunSkill[]> =>
  (await contentsTakenBy(tx, runId)).flatMap(({ slug, content }) =>
    content === null ? [] : { slug, ...headOf(slug, content), content },
  )
