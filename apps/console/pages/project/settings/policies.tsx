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
import { usePolicyWords } from '../../../words/policies/use-words.ts'
import { useProjectWords } from '../../../words/project/use-words.ts'
import { PolicyLine } from '../../policies/policy-line.tsx'
import { groupAfter, settingsOf, type Choice, type PolicySetting } from '../../policies/policy-settings.ts'

type Runtime = NonNullable<NonNullable<Input<typeof updateProject>['body']>['runtime']>

/** The policies in force, each with who said its value; one that is inherited can be given a value of its own. */
export const Policies = ({ id }: { readonly id: string }) => {
  const words = usePolicyWords()
  const { project } = useReply(getProject, { params: { id } })
  const { inForce } = useReply(getProjectPolicies, { params: { id } })
  const save = useOperation(updateProject, { refreshes: [getProject, getProjectPolicies] })
  const runtime = project.runtime as Runtime | undefined
  const { value, from } = inForce.requiresApproval
  const said = {
    requiresApproval: from === 'project' ? value : null,
    review: runtime?.review ?? {},
    approval: runtime?.approval ?? {},
  }
  const choose = ({ group, name }: PolicySetting, chosen: Choice) => {
    if (group)
      save.mutate({ params: { id }, body: { runtime: { ...runtime, [group]: groupAfter(said[group], name, chosen) } } })
    else if (chosen !== null) save.mutate({ params: { id }, body: { requiresApproval: chosen === true } })
  }
  return (
    <>
      <div className="panel rows">
        {settingsOf({ ...said, inForce }, words, 'project').map((setting) => (
          <PolicyLine key={setting.name} whose="project" setting={setting} onChoose={choose} />
        ))}
      </div>
      <Refusal error={save.error} />
      <TakeOver id={id} />
    </>
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
