import { setOf } from '../../set-of.ts'
import type { Grammar, Node } from '../grammar.ts'
import { erasedInPython, writtenPythonString } from './python.ts'

/** How the programs of a language are compared: by the leaves of their trees, without idle comments. */
export interface Row {
  /** Allowed line ends: anywhere; as the language ends statements; or only at the former places. */
  readonly lines: 'free' | 'go' | 'kept'
  /** Whether blanks between two words of a line have to stay at their places, one or more. */
  readonly keepsBlanks?: true
  /** Whether the form of the tree counts, as indentation does. */
  readonly hasForm?: true
  /** Nodes that are compared as they are written, with the text between their leaves. */
  readonly verbatim: ReadonlySet<string>
  /** A comma before the bracket that closes one of these is formatting. */
  readonly lists?: ReadonlySet<string>
  /** Parts of a text whose form the row does not know: such a program is never the same. */
  readonly refused?: readonly RegExp[]
  /** Comments are code, except comments on lines of their own. */
  readonly keepsCommentsBehindCode?: true
  /** Texts with which a program reads its own comments. */
  readonly readsItself?: RegExp
  /** Whether `///` and `//!` begin a documentation for people. */
  readonly documents?: true
  /** Nodes that do nothing when the program runs; asked of the types that are named. */
  readonly erased?: { readonly types: ReadonlySet<string>; readonly in: (text: string) => (node: Node) => boolean }
  /** Nodes that take their form from another type, or have no form. */
  readonly forms?: Readonly<Record<string, string | undefined>>
  /** How a node is written, if it can be written in several ways. */
  readonly written?: (type: string, text: string) => string
}

/** The closed table: programs outside of it are never equal. JavaScript and TypeScript have a row of their own. */
export const rows: Readonly<Record<Exclude<Grammar, 'javascript' | 'typescript' | 'tsx'>, Row>> = {
  python: {
    lines: 'free',
    hasForm: true,
    verbatim: new Set(['string']),
    lists: new Set(['argument_list', 'parameters', 'list', 'dictionary', 'set']),
    // Tabs before a line, or a line that continues: only Python itself knows the end of the block.
    refused: [/^[ ]*\t/m, /\\\r?$/m],
    readsItself: /getsource|getcomments|open\(__file__|Path\(__file__\)\.(?:read|open)/,
    erased: { types: new Set(['expression_statement', 'return_statement', 'type', '->', ':']), in: erasedInPython },
    forms: { typed_parameter: undefined, typed_default_parameter: 'default_parameter' },
    written: (type, text) => (type === 'string' ? writtenPythonString(text) : text),
  },
  go: {
    lines: 'go',
    verbatim: new Set(['interpreted_string_literal', 'raw_string_literal', 'rune_literal']),
    // C is compiled from the comments before its import.
    refused: [/\bimport[ \t]*(?:\([ \t]*)?"C"|^[ \t]*"C"/m],
    erased: { types: new Set(['return_statement']), in: () => isIdleReturnOfGo },
  },
  bash: {
    lines: 'kept',
    keepsBlanks: true,
    hasForm: true,
    verbatim: new Set(['string', 'raw_string', 'ansi_c_string', 'translated_string', 'regex']),
    // A text to the end of a word, whose lines may look like comments, and a line that continues.
    refused: [/<<|\\\r?$/m],
    keepsCommentsBehindCode: true,
    readsItself: /\$0|\$\{0|BASH_SOURCE/,
  },
  rust: {
    lines: 'free',
    verbatim: new Set(['string_literal', 'raw_string_literal', 'char_literal']),
    lists: new Set(['field_initializer_list', 'field_declaration_list', 'enum_variant_list', 'array_expression']),
    documents: true,
    // Examples of documentation are run as tests, and some macros turn code into text.
    readsItself:
      /^[ \t]*\/\/[/!](?: {4,}|[^\n]*(?:```|~~~))|\/\*[*!]|derive\([^)]*(?:Parser|Args|Subcommand|ValueEnum|JsonSchema|StructOpt|FromArgs|Snafu|Error)|\[doc|missing_docs/m,
  },
  java: {
    lines: 'free',
    verbatim: new Set(['string_literal', 'character_literal']),
    // Escapes are read before comments and strings are.
    refused: [/\\u/],
  },
  ruby: {
    lines: 'kept',
    keepsBlanks: true,
    hasForm: true,
    verbatim: new Set(['string', 'regex', 'subshell', 'symbol_array', 'string_array', 'delimited_symbol', 'character']),
    refused: [/<<[-~A-Z"'`_]|^__END__|\\\r?$/m],
  },
  php: {
    lines: 'free',
    verbatim: new Set(['string', 'encapsed_string', 'heredoc', 'nowdoc', 'shell_command_expression', 'text']),
    // Text that is sent as it is.
    refused: [/\?>/],
    readsItself: /getDocComment|__FILE__/,
  },
  'c-sharp': {
    lines: 'free',
    verbatim: setOf(
      'string_literal verbatim_string_literal raw_string_literal interpolated_string_expression character_literal',
    ),
    // A directive ends with its line.
    refused: [/^[ \t]*#/m],
  },
}

/** A `return` of nothing as the last statement of a function without results. */
const isIdleReturnOfGo = (node: Node): boolean => {
  if (node.type !== 'return_statement' || node.namedChildCount > 0) return false
  const list = node.parent
  if (list?.namedChildren.findLast((child) => child?.type !== 'comment')?.id !== node.id) return false
  const block = list.type === 'statement_list' ? list.parent : list
  if (block?.type !== 'block') return false
  const owner = block.parent
  const isOfFunction = /^(?:function_declaration|method_declaration|func_literal)$/.test(owner?.type ?? '')
  return isOfFunction && owner!.childForFieldName('result') === null
}
