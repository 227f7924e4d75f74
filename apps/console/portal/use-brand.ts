import { useLayoutEffect } from 'react'
import type { Hex } from '../../../domains/accounts/brand/rules/color.ts'
import { useTheme } from '../theme.ts'
import { brandTokens, themeColorsOf } from './brand-tokens.ts'

/** Sets the agency's colour on the page as long as it is shown, again when the theme changes. */
export const useBrand = (primary: string): void => {
  const theme = useTheme()
  useLayoutEffect(() => {
    const root = document.documentElement
    const tokens = brandTokens(primary as Hex, themeColorsOf(root))
    for (const [name, color] of Object.entries(tokens)) root.style.setProperty(name, color)
    return () => {
      for (const name of Object.keys(tokens)) root.style.removeProperty(name)
    }
  }, [primary, theme])
}
