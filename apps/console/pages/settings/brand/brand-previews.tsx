import { useLayoutEffect, useRef, useState } from 'react'
import {
  type Hex,
  contrastRatio,
  controlRatio,
  textRatio,
  type Palette,
} from '../../../../../domains/accounts/brand/rules/color.ts'
import { useFormat } from '../../../format.ts'
import { initial } from '../../../parts/text/initials.ts'
import { brandTokens, themeColorsOf } from '../../../portal/brand-tokens.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import type { Kit } from './brand-fields.ts'
import { usePictureUrl } from './use-picture-url.ts'

interface PreviewProps {
  readonly name: string
  readonly tagline: string
  readonly kit: Kit
  readonly palette: Palette
}

/** The portal in light and in dark, at the size of a phone, with the colour's outcome there. */
export const Previews = (props: PreviewProps) => {
  const words = useSettingsWords().brand
  return (
    <section className="brand-previews" aria-label={words.preview}>
      <Preview {...props} theme="light" />
      <Preview {...props} theme="dark" />
    </section>
  )
}

interface PreviewColors {
  readonly tokens: Readonly<Record<string, Hex>>
  readonly paper: Hex
}

/** The tokens of the theme that this element is in, with the brand's colour among them. */
const useTokens = (primary: Hex) => {
  const element = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<PreviewColors>()
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const grounds = themeColorsOf(current)
    const tokens = brandTokens(primary, grounds)
    for (const [token, color] of Object.entries(tokens)) current.style.setProperty(token, color)
    setDrawn({ tokens, paper: grounds.paper })
  }, [primary])
  return { element, drawn }
}

const Preview = ({ name, tagline, kit, palette, theme }: PreviewProps & { readonly theme: 'light' | 'dark' }) => {
  const words = useSettingsWords().brand
  const { element, drawn } = useTokens(palette.primary)
  const logo = usePictureUrl(kit.draft.logo)
  const icon = usePictureUrl(kit.draft.icon)
  return (
    <div>
      <h3 className="over">{words.themes[theme]}</h3>
      <div ref={element} className={`brand-phone in-${theme}`}>
        <div className="brand-bar">
          {logo === undefined ? (
            <>
              {icon === undefined ? (
                <span className="mark" aria-hidden="true">
                  {initial(name)}
                </span>
              ) : (
                <img src={icon} alt="" width="28" height="28" />
              )}
              <b className="cut" dir="auto">
                {name}
              </b>
            </>
          ) : (
            <img className="plate" src={logo} alt={name} />
          )}
        </div>
        <div className="brand-body">
          <p className="brand-title">{words.sampleTitle}</p>
          <p dir="auto">{tagline || words.sampleText}</p>
          <span className="btn primary full">{words.sampleButton}</span>
          <span className="link">{words.sampleLink}</span>
        </div>
      </div>
      {drawn ? <Outcome drawn={drawn} primary={palette.primary} /> : null}
    </div>
  )
}

/** The colours that the portal uses if the brand's own could not be read or seen. */
const Outcome = ({ drawn: { tokens, paper }, primary }: { readonly drawn: PreviewColors; readonly primary: Hex }) => {
  const words = useSettingsWords().brand
  const { number } = useFormat()
  const uses = [
    [words.uses.fill, primary, tokens['--on-accent']!, textRatio],
    [words.uses.text, tokens['--accent-text']!, paper, textRatio],
    [words.uses.edge, tokens['--accent-edge']!, paper, controlRatio],
  ] as const
  return (
    <ul className="brand-uses">
      <li className="over">{words.contrast}</li>
      {uses.map(([use, color, other, needs]) => (
        <li key={use}>
          <Swatch color={color} />
          <span className="grow">{color === primary ? use : words.adjusted(use)}</span>
          <span className="quiet num">
            {words.reached(number(contrastRatio(color, other), 1), contrastRatio(color, other) >= needs)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A patch of a colour beside its name. */
export const Swatch = ({ color }: { readonly color: Hex }) => (
  <span className="swatch" style={{ background: color }} aria-hidden="true" />
)
