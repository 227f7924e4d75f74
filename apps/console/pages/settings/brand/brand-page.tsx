import { getWorkspaceBrandKit } from '../../../../../domains/accounts/brand/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { BrandEditor } from './brand-editor.tsx'
import { OpenPortal } from './open-portal.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'

export const loader = () => prefetch(getWorkspaceBrandKit)

export default function BrandPage() {
  const words = useSettingsWords().brand
  const kit = useReply(getWorkspaceBrandKit)
  const { published, unpublishedFields } = kit
  return (
    <SettingsFrame
      title={words.title}
      text={published === null ? words.never : words.state(unpublishedFields.length, published.portalEnabled)}
      actions={<OpenPortal />}
      isWide
    >
      <BrandEditor kit={kit} />
    </SettingsFrame>
  )
}
