import { getWorkspaceSettings } from '../../../../../domains/accounts/workspaces/contract/settings.ts'
import { getWorkspacePolicies, setWorkspacePolicies } from '../../../../../domains/code/projects/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { DetailsSection } from './details-section.tsx'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Section } from '../../../parts/section.tsx'
import { useConnectionWords } from '../../../words/connections/index.ts'
import { ConnectionList } from '../../projects/settings/connection-list.tsx'
import type { Input, Reply } from '../../../../../platform/client/index.ts'
import { call } from '../../../api/client.ts'
import { queries } from '../../../api/queries.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { usePolicyWords } from '../../../words/policies/index.ts'
import { PolicyList } from '../../../parts/policies/policy-list.tsx'
import { groupAfter, settingsOf } from '../../../parts/policies/policy-settings.ts'
import { usePolicyChoice, type PolicyChange } from '../../../parts/policies/use-policy-choice.ts'

export const loader = () => {
  prefetch(getWorkspaceSettings)
  return prefetch(getWorkspacePolicies)
}

export default function WorkspaceSettingsPage() {
  const words = useSettingsWords()
  const { workspace, isAdministrator } = useRole()
  const text = `${words.workspace.text(workspace.name)}${isAdministrator ? '' : ` ${words.readOnly}`}`
  return (
    <SettingsFrame title={words.workspace.title} text={text}>
      <DetailsSection isAdministrator={isAdministrator} />
      <PoliciesSection isAdministrator={isAdministrator} />
      <ConnectionsSection />
    </SettingsFrame>
  )
}

/** The code hosts, trackers and chat channels of the workspace; in view for those whose address ends in `#connections`. */
const ConnectionsSection = () => {
  const words = useConnectionWords()
  const { hash } = useLocation()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hash === '#connections') place.current?.scrollIntoView()
  }, [hash])
  return (
    <div ref={place} id="connections">
      <Section title={words.connections} text={words.connectionsText}>
        <ConnectionList />
      </Section>
    </div>
  )
}

type Policies = Reply<typeof getWorkspacePolicies>
type Body = NonNullable<Input<typeof setWorkspacePolicies>['body']>

/** The policies of the workspace, each with its source. */
const PoliciesSection = ({ isAdministrator }: { readonly isAdministrator: boolean }) => {
  const words = usePolicyWords()
  const policies = useReply(getWorkspacePolicies)
  const choice = usePolicyChoice({
    scope: setWorkspacePolicies.id,
    read: () => call(getWorkspacePolicies),
    save: (now, chosen) => call(setWorkspacePolicies, { body: changedPolicies(now, chosen) }),
    refresh: () => refreshAfter(queries, setWorkspacePolicies),
  })
  return (
    <Section title={words.title} text={words.text}>
      <PolicyList
        whose="workspace"
        choice={choice}
        isDisabled={!isAdministrator}
        settings={settingsOf(policies, words, 'workspace')}
      />
    </Section>
  )
}

/** The workspace's policies after one was set, or, with null, left to the server. */
const changedPolicies = (policies: Policies, { setting: { name, group }, value }: PolicyChange): Body => {
  const { requiresApproval, review, approval, delivery } = policies
  const own = { requiresApproval, review, approval, delivery }
  return { ...own, ...(group ? { [group]: groupAfter(own[group], name, value) } : { [name]: value }) }
}
