import { saveWorkspaceBrandKit } from '../../../../../domains/accounts/brand/contract.ts'
import { DraftField, SaveForm } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Section } from '../../../parts/section.tsx'
import type { DraftPart } from '../../../parts/forms/use-draft.ts'
import { useForm } from '../../../parts/forms/use-form.ts'
import { portalPaths } from '../../../portal-paths.ts'
import { useRole } from '../../../api/use-role.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
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
import { PictureField } from './picture-field.tsx'
import { Previews, Swatch } from './brand-previews.tsx'
import { PublishSection } from './publish-section.tsx'
import { ReadSection } from './read-website-section.tsx'
import { type Palette, contrastsOf, type Hex } from '../../../../../domains/accounts/brand/rules/color.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { State } from '../../../parts/feedback/state.tsx'
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
            <ColorFields draft={draft} palette={palette} />
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

/** Each colour as text, and to pick with the eye. */
const ColorFields = ({ draft, palette }: { readonly draft: DraftPart<Fields>; readonly palette: Palette }) => {
  const words = useSettingsWords().brand
  return (
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
