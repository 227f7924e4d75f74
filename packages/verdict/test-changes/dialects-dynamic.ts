import { any, emptyCatch, type Dialect } from './dialect.ts'

// How tests are written in languages without a compiler: JavaScript, Python, Ruby and PHP.

export const javascript: Dialect = {
  tests: any(
    /(?<![\w$.])(?:it|test|specify|scenario)(?:\.\w+){0,3}\s*[(`]/,
    /(?<![\w$.])(?:x(?:it|test|specify)|f(?:it|test))\s*\(/,
    /(?<![\w$])(?:t|tap|Deno|QUnit|[A-Z]\w*)\.(?:test|skip|todo|only)\s*\(/,
    /(?<![\w$.])(?!describe|context|suite)[A-Za-z]\w*\(\s*(?=['"`] *['"`],\s*(?:async\s*)?(?:function\b|(?:\(\s*)?(?:[\w{},](?:[\w\s{},]{0,38}[\w{},])?\s*)?(?:\)\s*)?=>))/,
  ),
  title: /(["'`])((?:(?!\1)[^\\\n]|\\.){1,160})\1/,
  assertions: any(
    /(?<![\w$.])(?:expect|assert|expectTypeOf|assertType|expectType|expectError)\w*(?:\.\w+){0,3}\s*(?:<[^>\n]{0,80}>)?\(/,
    /(?<![\w$.])(?:t|is|should|chai)\.(?!test\b|plan\b|end\b|context\b|skip\b|todo\b|log\b|comment\b|after\b|before\b|mock\b)\w+\(/,
    /(?<![\w$.])(?:ok|equal|equals|same|is|deepEqual|deepStrictEqual|strictEqual|notEqual|throws|rejects|doesNotThrow|notOk|notThrows)\s*\(/,
    /\.should\b/,
  ),
  vacuous: any(
    /(?<![\w$.])expect\s*\(\s*(?:true|1|!0)\s*\)\s*\.(?:toBe|toEqual|toStrictEqual|to\.equal|to\.be)\s*\(\s*(?:true|1|!0)\s*\)/,
    /(?<![\w$.])expect\s*\(\s*(?:true|1|!0)\s*\)\s*\.(?:toBeTruthy\(\)|toBeDefined\(\)|to\.be\.(?:true|ok)\b)/,
    /(?<![\w$.])(?:assert|t)(?:\.(?:ok|is|true|truthy|pass))?\s*\(\s*(?:(?:true|1|!0)\s*)?[,)]/,
    /(?<![\w$.])(?:assert|t)\.(?:equal|strictEqual|is|deepEqual)\s*\(\s*(true|1|0|null)\s*,\s*\1\s*[,)]/,
    /(?<![\w$.])(?:expect|assert)[^\n;]{0,200}\|\|\s*(?:true|1)\s*\)/,
  ),
  skips: any(
    /(?<![\w$])(?:it|test|describe|suite|context|specify|t|bench|Deno\.test|QUnit\.(?:test|module))(?:\.(?!skip|todo)\w+){0,2}\.(?:skip|todo|fails|failing|ignore)\b/,
    /(?<![\w$.])x(?:it|test|describe|context|specify)\s*[(.]/,
    /(?<![\w$.])[A-Za-z]\w*\.(?:skip|todo)\s*\(\s*['"`]/,
    /[{,]\s*(?:skip|todo|ignore)\s*:\s*(?!false\b)/,
    /(?<![\w$])(?:this|t|ctx|context)\.(?:skip|todo|pending)\s*\(/,
    /(?<![\w$.])pending\s*\(/,
  ),
  conditionalSkips: any(/\.(?:skipIf|runIf)\s*\(/),
  onlys: any(
    /(?<![\w$])[A-Za-z]\w*(?:\.\w+){0,2}\.only\s*[(`.]/,
    /(?<![\w$.])f(?:it|describe|test|context)\s*\(/,
    /[{,]\s*only\s*:\s*true\b/,
  ),
  exits: any(
    /\bprocess\.(?:exit|abort|reallyExit|kill)\s*\(/,
    /\bprocess\.exitCode\s*=(?!=)/,
    /\bDeno\.exit\s*\(/,
    /(?<![\w$.])(?:it|test|specify)(?:\.\w+)?\s*\([^\n]{0,300}(?:=>|\))\s*\{\s*return\s*(?:;|\n|\})/,
  ),
  swallows: any(emptyCatch, /\.catch\s*\(\s*(?:[(\w)]\w{0,20}\)?\s*)?=>\s*(?:\{\s*\}|undefined|null|true)\s*\)/),
}

export const python: Dialect = {
  tests: /^[ \t]*(?:async[ \t]+)?def[ \t]+test\w*/gm,
  title: /\b(?:def|class)[ \t]+(\w+)/,
  assertions: any(
    /(?<![\w.])assert\b(?!\w)/,
    /\bself\.(?:assert\w+|fail)\s*\(/,
    /\bpytest\.(?:raises|warns|fail|deprecated_call)\s*\(/,
    /\.assert_\w+\s*\(/,
  ),
  vacuous: any(
    /(?<![\w.])assert[ \t]*(?:\([ \t]*)?(?:True|1|not[ \t]+False)[ \t]*(?:\)[ \t]*)?(?:,|#|$)/,
    /(?<![\w.])assert\b[^\n]{0,200}\bor[ \t]+(?:True|1)\b/,
    /\bself\.assertTrue\s*\(\s*True\s*[,)]/,
    /(?<![\w.])assert[ \t]+(\w+)[ \t]*==[ \t]*\1[ \t]*$/,
  ),
  skips: any(
    /@(?:\w+\.){0,2}(?:skip|xfail|expectedFailure)\b/,
    /\bpytest\.(?:skip|xfail|exit)\s*\(/,
    /\bmark\.(?:skip|xfail)\b/,
    /\bself\.skipTest\s*\(/,
    /\braise[ \t]+(?:unittest\.)?SkipTest\b/,
    /\b__test__[ \t]*=[ \t]*False\b/,
    /\bcollect_ignore(?:_glob)?[ \t]*=/,
  ),
  conditionalSkips: any(
    /@(?:\w+\.){0,2}(?:skipif|skipIf|skipUnless)\b/,
    /\bpytest\.importorskip\s*\(/,
    /\bmark\.skipif\b/,
  ),
  exits: any(
    /\bos\._exit\s*\(/,
    /\b(?:sys\.)exit\s*\(/,
    /(?<![\w.])(?:exit|quit)\s*\(/,
    /\braise[ \t]+SystemExit\b/,
    /\bos\.(?:abort|kill)\s*\(/,
    /\bdef[ \t]+test\w*[ \t]*\([^)\n]{0,300}\)[^:\n]{0,80}:[ \t]*\n(?:[ \t]*["']{1,3}[ \t]*["']{1,3}[ \t]*\n)?[ \t]+return[ \t]*(?:None[ \t]*)?$/,
  ),
  swallows: any(
    /\bexcept\b[^\n:]{0,120}:\s*(?:pass|\.\.\.)\s*$/,
    /\bsuppress[ \t]*\([ \t]*(?:Exception|BaseException|AssertionError)\b/,
  ),
}

export const ruby: Dialect = {
  tests: any(/^[ \t]*(?:it|specify|test|scenario|example|xit|fit)\b\s*(?:\(|['"{]|do\b)/, /^[ \t]*def\s+test_\w+/),
  title: /(["'])((?:(?!\1)[^\n]){1,160})\1|\bdef\s+(\w+)/,
  assertions: any(
    /\bexpect\s*[({]/,
    /\bassert\w*\b/,
    /\brefute\w*\b/,
    /\.should\b/,
    /\b(?:must|wont)_\w+/,
    /\bflunk\b/,
    /\bis_expected\b/,
  ),
  vacuous: any(/\bexpect\s*\(\s*true\s*\)\.to\s+(?:be|eq)\b[ (]*(?:true|truthy)?/, /^[ \t]*assert[ (]+true\b/),
  skips: any(
    /^[ \t]*(?:xit|xdescribe|xcontext|xspecify|pending|skip)\b/,
    /\b(?:skip|pending):\s*(?!false|nil)/,
    /,\s*:(?:skip|pending)\b/,
  ),
  conditionalSkips: any(/\b(?:skip|pending)\b[^\n]{0,160}\b(?:if|unless)\b/),
  onlys: any(/^[ \t]*f(?:it|describe|context|specify)\b/, /\bfocus:\s*true\b|,\s*:focus\b/),
  exits: any(/(?<![\w.:])(?:Kernel\.)?(?:exit!?|abort)\b(?![:?\w])/, /\bProcess\.exit!?/),
  swallows: any(/\brescue\b[^\n]{0,120}\n\s*(?:nil[^\S\n]*\n\s*)?end\b/, /\brescue\s+nil\b/),
}

export const php: Dialect = {
  tests: any(/\bfunction\s+test\w*\s*\(/, /#\[Test\b/, /(?<![\w>:$])(?:it|test)\s*\(/),
  title: /\bfunction\s+(\w+)|(["'])((?:(?!\2)[^\n]){1,160})\2/,
  assertions: any(/(?:->|::)(?:assert|expect|should)\w*\s*\(/, /(?<![\w>:$])expect\s*\(/),
  vacuous: any(/(?:->|::)assertTrue\s*\(\s*true\s*[,)]/i, /(?:->|::)addToAssertionCount\s*\(/),
  skips: any(/(?:->|::)markTest(?:Skipped|Incomplete)\s*\(/, /->(?:skip|todo)\s*\(/),
  conditionalSkips: any(/#\[Requires\w*/),
  onlys: any(/->only\s*\(/),
  exits: any(/(?<![\w>:$])(?:exit|die)\s*[(;]/),
  swallows: any(emptyCatch),
}
