import a11y from 'eslint-plugin-jsx-a11y-x'
import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** The rules of React and of accessibility, which need no types. */
export default tseslint.config({
  files: ['apps/console/**/*.ts', 'apps/console/**/*.tsx'],
  languageOptions: { parser: tseslint.parser },
  plugins: { 'react-hooks': hooks, 'jsx-a11y-x': a11y },
  rules: {
    ...hooks.configs.recommended.rules,
    ...a11y.configs.recommended.rules,
    // There is no React compiler here, which alone would mind.
    'react-hooks/incompatible-library': 'off',
    // Output that scrolls is reached by the keyboard.
    'jsx-a11y-x/no-noninteractive-tabindex': ['error', { tags: ['pre'], roles: ['tabpanel'] }],
  },
})
