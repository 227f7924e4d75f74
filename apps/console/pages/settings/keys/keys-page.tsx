import { useState } from 'react'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { listApiKeys } from '../../../../../domains/accounts/workspaces/contract/keys.ts'
import { hasTyped } from '../../../api/typed-values.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { useOpener } from '../../../parts/use-opener.tsx'
import { useRole } from '../../../api/use-role.ts'
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
  const { workspace } = useRole()
  const { isOpen, opener } = useOpener(words.create, hasTyped(`key.${workspace.id}`))
  const [isShown, setShown] = useState(false)
  const { number } = useFormat()
  const { rows: keys, ...rest } = usePages(listApiKeys)
  const unused = keys.filter(({ lastUsedAt }) => lastUsedAt === null).length
  return (
    <SettingsFrame
      title={words.title}
      count={rest.total}
      text={rest.more ? words.newest(number(keys.length)) : words.text(keys.length, unused)}
      // A key is shown once: nothing closes what shows it but the word that it is stored.
      actions={isShown ? undefined : opener}
    >
      {isOpen ? <CreateKeySection onShow={setShown} /> : null}
      <KeysSection keys={keys} rest={rest} />
    </SettingsFrame>
  )
}
