import { getWorkspaceBrandKit } from '../../../../../domains/accounts/brand/contract.ts'
import { useReply } from '../../../api/use-operation.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { portalPaths } from '../../../portal-paths.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'

/** A link to the portal, once it is published. */
export const OpenPortal = () => {
  const words = useSettingsWords().brand
  const { published } = useReply(getWorkspaceBrandKit)
  if (!published?.portalEnabled || published.slug === null) return null
  return <LinkButton href={`/console${portalPaths.home(published.slug)}`}>{words.openPortal}</LinkButton>
}
