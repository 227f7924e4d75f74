import type { Command, Option } from 'commander'
import type { Session } from '../../session.ts'

export const shells = ['bash', 'zsh', 'fish'] as const

/** `atelier completion <shell>`: prints a script for the shell's start file, generated from the commands. */
export const completion = ({ output }: Session, program: Command, shell: (typeof shells)[number]): void => {
  const words = wordsOf(program)
  const script = { bash, zsh, fish }[shell](words)
  output.show({ shell, script }, script)
}

/** The words behind each command: `keys` → `create revoke --json …`; the empty path is the program itself. */
type CompletionWords = ReadonlyMap<string, readonly string[]>

export const wordsOf = (program: Command): CompletionWords => {
  const found = new Map<string, readonly string[]>()
  const add = (command: Command, path: readonly string[]) => {
    const commands = command.commands.filter((one) => !one.name().startsWith('_'))
    const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
    const own = [...command.options, ...(path.length === 0 ? [] : program.options.filter(isEverywhere))]
    const options = [...own.flatMap(longOf), '--help']
    found.set(path.join(' '), [...commands.map((one) => one.name()), ...choices, ...options])
    for (const one of commands) add(one, [...path, one.name()])
    for (const option of own)
      if (option.argChoices && option.long) found.set([...path, option.long].join(' '), option.argChoices)
  }
  add(program, [])
  return found
}

const isEverywhere = ({ long }: Option) => long === '--json'
const longOf = ({ long }: Option) => (long ? [long] : [])

// Names of commands and options are words of ours: no shell reads anything else in them.
const cases = (words: CompletionWords, line: (path: string, choices: string) => string) =>
  [...words].map(([path, choices]) => line(path, choices.join(' '))).join('\n')

const bash = (
  words: CompletionWords,
) => `# atelier completion bash: source this, or put it into your completions folder.
_atelier() {
  local path='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) continue ;; esac
    if _atelier_words "\${path:+$path }$word" >/dev/null; then path="\${path:+$path }$word"; fi
  done
  local last="\${COMP_WORDS[COMP_CWORD-1]}" choices
  choices=$(_atelier_words "\${path:+$path }$last") || choices=$(_atelier_words "$path")
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
_atelier_words() {
  case "$1" in
${cases(words, (path, choices) => `    '${path}') echo '${choices}' ;;`)}
    *) return 1 ;;
  esac
}
complete -o default -F _atelier atelier
`

const zsh = (words: CompletionWords) => `#compdef atelier
# atelier completion zsh: put this into a folder of your fpath as _atelier, or source it.
_atelier() {
  local -A known=(
${cases(words, (path, choices) => `    '${path === '' ? '.' : path}' '${choices}'`)}
  )
  local typed='' word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ $word == -* ]] && continue
    (( \${+known[\${typed:+$typed }$word]} )) && typed="\${typed:+$typed }$word"
  done
  local last="\${typed:+$typed }\${words[CURRENT-1]}"
  if (( \${+known[$last]} )); then compadd -- \${=known[$last]}
  else compadd -- \${=known[\${typed:-.}]}; fi
  _files
}
compdef _atelier atelier
`

const fish = (words: CompletionWords) => {
  const line = (path: string, choices: string) => {
    const typed = path.split(' ').filter((word) => word !== '')
    const seen = typed.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
    const isOption = typed.at(-1)?.startsWith('--') ?? false
    return isOption ? '' : `complete -c atelier -n '${seen || '__fish_use_subcommand'}' -a '${choices}'`
  }
  return `# atelier completion fish: put this into ~/.config/fish/completions/atelier.fish\n${cases(words, line).replaceAll(/\n+/g, '\n')}\n`
}
