import { getWorkspaceSettings } from '../../../../../domains/accounts/workspaces/contract/settings.ts'
import { getWorkspacePolicies } from '../../../../../domains/code/projects/contract.ts'
import { prefetch } from '../../../api/use-operation.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { ConnectionsSection } from './connections-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { PoliciesSection } from './policies-section.tsx'

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
      <PoliciesSection isAdministrator={isAdministrator} />
      <DetailsSection isAdministrator={isAdministrator} />
      <ConnectionsSection />
    </SettingsFrame>
  )
}
