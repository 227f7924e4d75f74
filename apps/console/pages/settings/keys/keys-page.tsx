import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { listApiKeys } from '../../../../../domains/accounts/workspaces/contract/keys.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { CreateKeySection } from './create-key-form.tsx'
import { KeysSection } from './key-list.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'

export const loader = () => {
  prefetchPages(listProjects)
  return prefetchPages(listApiKeys)
}

export default function KeysPage() {
  const words = useSettingsWords().keys
  const { number } = useFormat()
  const { rows: keys, ...rest } = usePages(listApiKeys)
  const unused = keys.filter(({ lastUsedAt }) => lastUsedAt === null).length
  return (
    <SettingsFrame
      title={words.title}
      count={rest.total}
      text={rest.more ? words.newest(number(keys.length)) : words.text(keys.length, unused)}
    >
      <CreateKeySection />
      <KeysSection keys={keys} rest={rest} />
    </SettingsFrame>
  )
}
