import { listProjects } from '../../../../domains/code/projects/contract.ts'
import { listApiKeys } from '../../../../domains/accounts/workspaces/contract/keys.ts'
import { prefetch, useReply } from '../../api/use-operation.ts'
import { SettingsFrame } from './frame.tsx'
import { CreateKeySection } from './keys/create.tsx'
import { everyKey, KeysSection } from './keys/list.tsx'
import { useSettingsWords } from './words/use-words.ts'

export const loader = () => {
  prefetch(listProjects)
  return prefetch(listApiKeys, everyKey)
}

export default function KeysPage() {
  const words = useSettingsWords().keys
  const keys = useReply(listApiKeys, everyKey)
  const unused = keys.filter(({ lastUsedAt }) => lastUsedAt === null).length
  return (
    <SettingsFrame title={words.title} text={words.text(keys.length, unused)}>
      <CreateKeySection />
      <KeysSection keys={keys} />
    </SettingsFrame>
  )
}
