import { any, type Dialect } from './dialect.ts'
import { c, csharp, go, java, rust } from './dialects-compiled.ts'
import { javascript, php, python, ruby } from './dialects-dynamic.ts'
import type { Language } from './languages.ts'

const dialects: Partial<Record<Language, Dialect>> = {
  javascript,
  python,
  go,
  rust,
  java,
  ruby,
  php,
  csharp,
  c,
  kotlin: {
    ...java,
    tests: any(java.tests, /(?<![\w.])(?:test|it|should)\s*\(\s*"/, /^[ \t]*" *"\s*\{/),
    title: /\bfun\s+(`[^`\n]{1,160}`|\w+)|"([^"\n]{1,160})"/,
  },
}

export const dialectOf = (language: Language | undefined): Dialect | undefined => language && dialects[language]
