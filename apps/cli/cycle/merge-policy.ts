import { projects } from '../../../domains/code/projects/contract.ts'
import { mergeChoiceNames, mergeChoices, mergeChoiceTitles } from '../../../domains/code/projects/rules/merge-choice.ts'
import type { Reply } from '../client/client.ts'
import { atelier } from '../program/command.ts'
import { undefinedIf } from '../failure.ts'
import type { Session } from '../session.ts'
import { ask, canAsk } from '../terminal/ask.ts'
import { listed } from '../terminal/text.ts'

type InForce = Pick<Reply<typeof projects.getProjectPolicies>['inForce'], 'requiresApproval' | 'review'>

/** The words of a verdict that is not `proved`, the best first. */
const words = ['shown', 'checked', 'unverified'] as const

/** Which changes merge automatically in a project, which wait for a person, and which are refused. */
export const mergeLines = ({ requiresApproval, review }: InForce): readonly string[] => {
  if (requiresApproval.value) return ['Every change waits for a person: the project has each one approved.']
  const of = (policy: string) => words.filter((word) => review[word].value === policy)
  const prose = of('prose').length > 0 ? ['checked changes of documentation alone'] : []
  const waiting = words.filter((word) => ['ask', 'prose'].includes(review[word].value))
  return [
    `Merges by itself: changes that are ${listed(['proved', ...of('merge'), ...prose])}.`,
    ...(waiting.length > 0
      ? [`Waits for you: what is ${listed(waiting)}. Only a test that its agent did not write proves a change.`]
      : []),
    'Waits in any case: a change with files, calls or parts that no test shows, until a person has seen them.',
    ...(of('refuse').length > 0 ? [`Is refused: what is ${listed(of('refuse'))}.`] : []),
  ]
}

/**
 * Asks once, on a terminal, which changes merge automatically. Elsewhere, for a person without the right, and if it is
 * already decided, nothing is asked and nothing changes.
 */
export const askWhatMerges = async (session: Session): Promise<void> => {
  const { output, signal } = session
  if (output.json || !canAsk()) return
  const client = await session.client()
  const before = await client.call(projects.getWorkspacePolicies)
  if (before.inForce.review.shown.from !== 'instance') return
  output.say('What merges by itself?')
  for (const [at, name] of mergeChoiceNames.entries()) output.say(`  ${at + 1}  ${mergeChoiceTitles[name]}`)
  const answer = await ask('Type 1, 2 or 3 [1]: ', '1', signal)
  const { shown, checked } = mergeChoices[mergeChoiceNames[Number(answer) - 1] ?? 'others']
  const { requiresApproval, approval, delivery } = before
  const body = { requiresApproval, approval, delivery, review: { ...before.review, shown, checked } }
  const setting = client.call(projects.setWorkspacePolicies, { body })
  output.say(
    (await setting.catch(undefinedIf(({ kind }) => kind !== 'usage')))
      ? `Remembered for the workspace. Change it: ${atelier} policies set --review shown=${shown === 'ask' ? 'merge' : 'ask'}`
      : 'An administrator of the workspace says that; nothing was changed.',
  )
}
