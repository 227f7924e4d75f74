import {
  saveWorkspaceBrandKit,
  extractWorkspaceBrandKit,
  publishWorkspaceBrandKit,
} from '../../../../../domains/accounts/brand/contract.ts'
import { DraftField, SaveForm } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Section } from '../../../parts/section.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { portalPaths } from '../../../portal-paths.ts'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords, type SettingsWords } from '../../../words/settings/index.ts'
import {
  badColors,
  draftOf,
  fieldsOf,
  fontNames,
  paletteOf,
  type Fields,
  type Kit,
  textNames,
  colorNames,
  type ColorName,
} from './brand-fields.ts'
import { Previews, Swatch } from './brand-previews.tsx'
import { type Palette, contrastsOf, type Hex } from '../../../../../domains/accounts/brand/rules/color.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { useState, type ReactNode, useId, useRef } from 'react'
import { useOperation } from '../../../api/use-operation.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { SwitchSetting } from '../../../parts/forms/switch.tsx'
import { imageMostBytes, imageTypes } from '../../../../../domains/accounts/brand/rules.ts'
import { ChooseFile } from '../../../parts/forms/choose-files.tsx'
import { base64Of } from '../../../parts/files/base64.ts'
import { usePictureUrl } from './use-picture-url.ts'
import './brand.css'

const types = { website: 'url', supportEmail: 'email' } as const

/** The brand at the left, the portal as clients would see it at the right. */
export const BrandEditor = ({ kit }: { readonly kit: Kit }) => {
  const words = useSettingsWords().brand
  const { workspace } = useRole()
  const draft = useForm<typeof saveWorkspaceBrandKit, Fields>(saveWorkspaceBrandKit, {
    name: `brand.${workspace.id}`,
    saved: fieldsOf(kit.draft),
    isChange: true,
    readsAfterRefusal: true,
    check: (fields) => Object.fromEntries(badColors(fields).map((name) => [name, words.badColor])),
    body: (fields) => ({ draft: draftOf(kit.draft, fields) }),
  })
  const palette = paletteOf(draft.fields)
  return (
    <div className="brand-page">
      <div>
        <ReadSection kit={kit} isChanged={draft.isChanged} />
        <Form error={draft.error} onSubmit={draft.submit}>
          <Section title={words.identity}>
            <div className="panel pad stack">
              <div className="brand-fields">
                {textNames.map((field) => (
                  <DraftField
                    key={field}
                    name={`draft.${field}`}
                    draft={draft}
                    field={field}
                    label={words.labels[field]}
                    hint={
                      field === 'slug' && draft.fields.slug !== ''
                        ? `${location.origin}/console${portalPaths.home(draft.fields.slug)}`
                        : words.hints[field]
                    }
                    type={field === 'website' || field === 'supportEmail' ? types[field] : 'text'}
                  />
                ))}
              </div>
              <div className="brand-fields">
                <PictureField kit={kit} field="logo" />
                <PictureField kit={kit} field="icon" />
              </div>
            </div>
          </Section>
          <Section title={words.colors} text={words.colorsText}>
            {/* Each as text, and to pick with the eye. */}
            <div className="panel pad brand-fields">
              {colorNames.map((name) => (
                <div key={name} className="brand-color">
                  <input
                    type="color"
                    value={palette[name]}
                    aria-label={words.pick(words.colorNames[name])}
                    onChange={(event) => draft.set(name, event.target.value)}
                  />
                  <DraftField
                    draft={draft}
                    field={name}
                    name={`draft.colors.${name}`}
                    label={words.colorNames[name]}
                    maxLength={20}
                    placeholder={palette[name]}
                    hint={words.colorHints[name]}
                  />
                </div>
              ))}
            </div>
            <ContrastPanel palette={palette} onMend={(name, color) => draft.set(name, color)} />
          </Section>
          <Section title={words.fonts} text={words.fontsText}>
            <div className="panel pad brand-fields">
              {fontNames.map((field) => (
                <DraftField
                  key={field}
                  draft={draft}
                  field={field}
                  name={`draft.fonts.${field}`}
                  label={words[field]}
                />
              ))}
            </div>
          </Section>
          <PublishSection kit={kit} isChanged={draft.isChanged}>
            {draft.isChanged ? <SaveForm form={draft} label={words.saveDraft} /> : null}
          </PublishSection>
        </Form>
      </div>
      <Previews name={draft.fields.name || workspace.name} tagline={draft.fields.tagline} kit={kit} palette={palette} />
    </div>
  )
}

interface ContrastProps {
  readonly palette: Palette
  readonly onMend: (name: ColorName, color: Hex) => void
}

/** The colours that are hard to read on the background, each with a readable colour to use instead. */
const ContrastPanel = ({ palette, onMend }: ContrastProps) => {
  const words = useSettingsWords().brand
  const { number } = useFormat()
  const faint = contrastsOf(palette).filter(({ passes }) => !passes)
  return (
    <ul className="panel rows brand-contrast" aria-label={words.contrast} hidden={faint.length === 0}>
      {faint.map(({ color, ratio, needs, correction }) => (
        <li key={color} className="row person">
          <span className="who">
            <b>{words.onBackground(words.colorNames[color])}</b>
            <span className="quiet">{words.ratio(number(ratio, 2), number(needs, 1))}</span>
          </span>
          <span className="acts">
            <State glyph="bad" tone="bad">
              {words.unreadable}
            </State>
            {correction === null ? null : (
              <Button size="small" onClick={() => onMend(color, correction)}>
                <Swatch color={correction} />
                {words.use(correction)}
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Reads the brand from a page of the agency into the draft. */
const ReadSection = ({ kit, isChanged }: { readonly kit: Kit; readonly isChanged: boolean }) => {
  const words = useSettingsWords().brand
  const { day } = useFormat()
  const { workspace } = useRole()
  const form = useForm(extractWorkspaceBrandKit, {
    name: `brand-url.${workspace.id}`,
    saved: { url: '' },
    body: ({ url }) => ({ url: /^https?:\/\//i.test(url.trim()) ? url.trim() : `https://${url.trim()}` }),
  })
  return (
    <Section title={words.read} text={words.readText}>
      <Form className="panel pad stack" error={form.error} onSubmit={form.submit}>
        <DraftField
          draft={form}
          field="url"
          label={words.page}
          hint={kit.extraction ? words.lastRead(kit.extraction.url, day(kit.extraction.extractedAt)) : undefined}
          type="url"
          placeholder="https://example.com"
        />
        <FormFoot
          of={form}
          verb={words.readAct}
          pendingText={words.reading}
          variant="outline"
          isDisabled={isChanged || !form.fields.url.trim()}
        >
          {isChanged ? <span className="quiet">{words.saveFirst}</span> : null}
        </FormFoot>
      </Form>
    </Section>
  )
}

interface PublishSectionProps {
  readonly kit: Kit
  readonly isChanged: boolean
  /** Saves the draft, in the same bar. */
  readonly children: ReactNode
}

/** Publishes the draft to clients, and opens or closes the portal. */
const PublishSection = ({ kit, isChanged, children }: PublishSectionProps) => {
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

/** A picture of the brand: it is saved in the draft when it is chosen. */
const PictureField = ({ kit, field }: { readonly kit: Kit; readonly field: 'logo' | 'icon' }) => {
  const words = useSettingsWords().brand
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [isTooBig, setTooBig] = useState(false)
  const picture = kit.draft[field]
  const url = usePictureUrl(picture)
  const save = useOperation(saveWorkspaceBrandKit, { readsAfterRefusal: true })
  const set = (value: { readonly contentBase64: string } | null) =>
    save.mutate({ body: { draft: { ...kit.draft, [field]: value } } })
  const choose = async (file: File | undefined) => {
    if (!file) return
    setTooBig(file.size > imageMostBytes)
    if (file.size <= imageMostBytes) set({ contentBase64: await base64Of(file) })
  }
  return (
    <div className="field">
      <span className="label">{words.pictures[field]}</span>
      <div className="line wrap">
        {url === undefined ? null : <img className="plate brand-picture" src={url} alt={words.pictures[field]} />}
        <Button
          id={id}
          size="small"
          isPending={save.isPending}
          aria-describedby={`${id}-hint`}
          onClick={() => file.current?.click()}
        >
          {words.choosePicture[field]}
        </Button>
        <ChooseFile
          ref={file}
          label={words.pictures[field]}
          accept={imageTypes.join()}
          onFile={(chosen) => void choose(chosen)}
        />
        {picture ? (
          <Button size="small" isPending={save.isPending} onClick={() => set(null)}>
            {words.removePicture[field]}
          </Button>
        ) : null}
      </div>
      <span className="hint" id={`${id}-hint`}>
        {words.pictureHints[field]}
      </span>
      {isTooBig ? (
        <span className="why" role="alert">
          {words.tooBig}
        </span>
      ) : null}
      <Refusal error={save.error} />
    </div>
  )
}
