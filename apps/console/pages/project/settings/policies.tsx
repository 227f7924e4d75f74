import { useState } from 'react'
import {
  clearProjectPolicies,
  getProject,
  getProjectPolicies,
  updateProject,
} from '../../../../../domains/code/projects/contract.ts'
import type { Input } from '../../../../../platform/client/index.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { Confirm } from '../../../parts/confirm.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { useProjectWords } from '../../../words/project/use-words.ts'

const choices = {
  unverified: ['ask', 'merge', 'refuse'],
  weakened: ['ask', 'merge', 'refuse'],
  model: ['on', 'required', 'off'],
  packages: ['named', 'ask', 'merge'],
} as const
type Review = keyof typeof choices
type Runtime = NonNullable<NonNullable<Input<typeof updateProject>['body']>['runtime']>
const inherited = 'inherited'

/** The policies in force, each with who said its value; one that is inherited can be given a value of its own. */
export const Policies = ({ id }: { readonly id: string }) => {
  const words = useProjectWords().settings
  const { project } = useReply(getProject, { params: { id } })
  const { inForce } = useReply(getProjectPolicies, { params: { id } })
  const save = useOperation(updateProject, { refreshes: [getProject, getProjectPolicies] })
  const runtime = project.runtime as Runtime | undefined
  const review = (name: Review, value: string) => {
    const { [name]: _before, ...rest } = runtime?.review ?? {}
    const next = { ...runtime, review: value === inherited ? rest : { ...rest, [name]: value } }
    save.mutate({ params: { id }, body: { runtime: next } })
  }
  const approve = (value: string) => save.mutate({ params: { id }, body: { requiresApproval: value === 'yes' } })
  return (
    <>
      <div className="panel rows">
        <PolicyRow
          name={words.policy.requiresApproval}
          from={inForce.requiresApproval.from}
          value={inForce.requiresApproval.value ? 'yes' : 'no'}
          options={{ yes: words.values.yes, no: words.values.no }}
          canInherit={false}
          onChoose={approve}
        />
        {(Object.keys(choices) as Review[]).map((name) => (
          <PolicyRow
            key={name}
            name={words.policy[name]}
            from={inForce.review[name].from}
            value={inForce.review[name].value}
            options={Object.fromEntries(choices[name].map((one) => [one, words.values[one]]))}
            canInherit
            onChoose={(value) => review(name, value)}
          />
        ))}
        <Wait name={words.policy.remind} told={inForce.approval.remindEveryHours} />
        <Wait name={words.policy.expire} told={inForce.approval.expireAfterHours} />
      </div>
      <Refusal error={save.error} />
      <TakeOver id={id} />
    </>
  )
}

type From = 'project' | 'workspace' | 'instance'

interface PolicyRowProps {
  readonly name: string
  readonly from: From
  readonly value: string
  readonly options: Readonly<Record<string, string>>
  readonly canInherit: boolean
  readonly onChoose: (value: string) => void
}

const PolicyRow = ({ name, from, value, options, canInherit, onChoose }: PolicyRowProps) => {
  const words = useProjectWords().settings
  return (
    <div className="row tall policy">
      <div className="grow">
        <b>{name}</b>
        <p className="quiet">{words.from[from]}</p>
      </div>
      <select
        className="input pick"
        aria-label={name}
        value={from !== 'project' && canInherit ? inherited : value}
        onChange={(event) => onChoose(event.target.value)}
      >
        {canInherit ? (
          <option value={inherited}>
            {from === 'project' ? words.inherit : words.inherits(options[value] ?? value)}
          </option>
        ) : null}
        {Object.entries(options).map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

const Wait = ({
  name,
  told,
}: {
  readonly name: string
  readonly told: { readonly value: number; readonly from: From }
}) => {
  const words = useProjectWords().settings
  return (
    <div className="row tall policy">
      <div className="grow">
        <b>{name}</b>
        <p className="quiet">{words.from[told.from]}</p>
      </div>
      <span>{told.value === 0 ? words.never : words.hours(told.value)}</span>
    </div>
  )
}

const TakeOver = ({ id }: { readonly id: string }) => {
  const words = useProjectWords().settings
  const [isAsking, setAsking] = useState(false)
  const clear = useOperation(clearProjectPolicies, {
    refreshes: [getProject, getProjectPolicies],
    then: () => setAsking(false),
  })
  return (
    <div className="line">
      <button type="button" className="btn" onClick={() => setAsking(true)}>
        {words.takeOver}
      </button>
      {isAsking ? (
        <Confirm
          {...{ title: words.takeOverAsk, verb: words.takeOver, isBusy: clear.isPending, error: clear.error }}
          onConfirm={() => clear.mutate({ params: { id } })}
          onClose={() => setAsking(false)}
        >
          {words.takeOverText}
        </Confirm>
      ) : null}
    </div>
  )
}
