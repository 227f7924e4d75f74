import { useState, type ReactNode } from 'react'
import { publishWorkspaceBrandKit } from '../../../../../domains/accounts/brand/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { SwitchSetting } from '../../../parts/forms/switch.tsx'
import { useSettingsWords, type SettingsWords } from '../../../words/settings/index.ts'
import type { Kit } from './brand-fields.ts'

interface PublishSectionProps {
  readonly kit: Kit
  readonly isChanged: boolean
  /** Saves the draft, in the same bar. */
  readonly children: ReactNode
}

/** Publishes the draft to clients, and opens or closes the portal. */
export const PublishSection = ({ kit, isChanged, children }: PublishSectionProps) => {
  const words = useSettingsWords().brand
  const { day } = useFormat()
  const { published, draft, unpublishedFields } = kit
  const [chosen, setChosen] = useState<boolean>()
  const publish = useOperation(publishWorkspaceBrandKit, { readsAfterRefusal: true, then: () => setChosen(undefined) })
  const portalEnabled = chosen ?? published?.portalEnabled ?? false
  const isSame = published !== null && unpublishedFields.length === 0 && published.portalEnabled === portalEnabled
  const missing = missingIn(draft, portalEnabled, words)
  return (
    <>
      <Section
        title={words.publish}
        text={published === null ? words.publishText : words.published(published.version, day(published.publishedAt))}
      >
        <div className="panel">
          <SwitchSetting label={words.portal} hint={words.portalHint} isOn={portalEnabled} onChange={setChosen} />
        </div>
      </Section>
      <div className="brand-save">
        {children}
        <Refusal error={publish.error} />
        <Button
          variant={isChanged || isSame ? 'outline' : 'primary'}
          disabled={publish.isPending || isChanged || isSame || missing !== undefined}
          onClick={() => publish.mutate({ body: { draft, portalEnabled } })}
        >
          {publish.isPending ? words.publishing : words.publishAct}
        </Button>
        {!isChanged && missing !== undefined ? <span className="quiet">{missing}</span> : null}
      </div>
    </>
  )
}

/** The missing parts of the saved draft before publication, by the rule of the server; undefined if it is complete. */
const missingIn = (draft: Kit['draft'], portalEnabled: boolean, words: SettingsWords['brand']): string | undefined => {
  if (!draft.name) return words.needsName
  return portalEnabled && !draft.slug ? words.needsSlug : undefined
}
