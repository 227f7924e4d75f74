import type { Hex } from '../../../../../domains/accounts/brand/rules/color.ts'
import { contrastsOf, type Palette } from '../../../../../domains/accounts/brand/rules/contrast.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/button.tsx'
import { State } from '../../../parts/state.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'
import type { ColorName } from './brand-fields.ts'
import { Swatch } from './swatch.tsx'

interface ContrastProps {
  readonly palette: Palette
  readonly onMend: (name: ColorName, color: Hex) => void
}

/** How well each colour is read on the background, and what would be, as people choose. */
export const ContrastPanel = ({ palette, onMend }: ContrastProps) => {
  const words = useSettingsWords().brand
  const { number } = useFormat()
  return (
    <ul className="panel rows brand-contrast" aria-label={words.contrast}>
      {contrastsOf(palette).map(({ color, ratio, needs, passes, correction }) => (
        <li key={color} className="row person">
          <span className="who">
            <b>{words.onBackground(words.colorNames[color])}</b>
            <span className="quiet">{words.ratio(number(ratio, 2), number(needs, 1))}</span>
          </span>
          <span className="acts">
            <State glyph={passes ? 'good' : 'bad'} tone={passes ? 'good' : 'bad'}>
              {passes ? words.readable : words.unreadable}
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
