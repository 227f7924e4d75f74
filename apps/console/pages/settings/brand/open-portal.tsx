import { getWorkspaceBrandKit } from '../../../../../domains/accounts/brand/contract.ts'
import { useReply } from '../../../api/use-operation.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { portalPaths } from '../../../portal-paths.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'

/** A link to what clients open first, once the portal is published; its other pages are open to clients alone. */
export const OpenPortal = () => {
  const words = useSettingsWords().brand
  const { published } = useReply(getWorkspaceBrandKit)
  if (!published?.portalEnabled || published.slug === null) return null
  return <LinkButton href={`/console${portalPaths.signIn(published.slug)}`}>{words.openPortal}</LinkButton>
}
