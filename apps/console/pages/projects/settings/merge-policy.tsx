import type { getProjectPolicies } from '../../../../../domains/code/projects/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Section } from '../../../parts/section.tsx'
import { usePolicyWords } from '../../../words/policies/index.ts'
import './merge-policy.css'

const verdicts = ['shown', 'checked', 'unverified'] as const

type MergePolicies = Reply<typeof getProjectPolicies>['inForce']

/** Which changes of a project merge automatically, and which wait. */
export const MergePolicy = ({ inForce }: { readonly inForce: MergePolicies }) => {
  const words = usePolicyWords().merging
  const { kinds } = words
  const of = (...policies: readonly string[]) =>
    verdicts.filter((verdict) => policies.includes(inForce.review[verdict].value)).map((verdict) => kinds[verdict])
  const prose = inForce.review.checked.value === 'prose' ? [kinds.prose] : []
  const refused = of('refuse')
  return (
    <Section title={words.title}>
      {inForce.requiresApproval.value ? (
        <p className="panel pad soft">{words.each}</p>
      ) : (
        <div className="panel pad merge-policy">
          <Kinds title={words.merges} kinds={[kinds.proved, ...of('merge'), ...prose]} />
          <Kinds title={words.waits} kinds={[...of('ask', 'prose'), kinds.unseen]} />
          {refused.length > 0 ? <Kinds title={words.refused} kinds={refused} /> : null}
        </div>
      )}
    </Section>
  )
}

const Kinds = ({ title, kinds }: { readonly title: string; readonly kinds: readonly string[] }) => (
  <div>
    <h3>{title}</h3>
    <ul>
      {kinds.map((kind) => (
        <li key={kind}>{kind}</li>
      ))}
    </ul>
  </div>
)
