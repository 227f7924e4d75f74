import type { Palette } from '../../../../../domains/accounts/brand/rules/contrast.ts'
import { DraftField } from '../../../parts/draft-field.tsx'
import type { DraftOf } from '../../../parts/use-draft.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { colorNames, type ColorName, type Fields } from './brand-fields.ts'

interface ColorFieldsProps {
  readonly draft: DraftOf<Fields>
  readonly palette: Palette
  readonly bad: readonly ColorName[]
}

/** Each colour as text, and to pick with the eye. */
export const ColorFields = ({ draft, palette, bad }: ColorFieldsProps) => {
  const words = useSettingsWords().brand
  return (
    <div className="panel pad brand-colors">
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
            hint={draft.fields[name] === '' ? words.byDefault(palette[name]) : words.colorHints[name]}
            wrong={bad.includes(name) ? words.badColor : undefined}
          />
        </div>
      ))}
    </div>
  )
}
