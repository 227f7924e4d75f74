import { any, emptyCatch, type Dialect } from './dialect.ts'

// How tests are written in compiled languages: Go, Rust, Java, C# and C with its relatives.

export const go: Dialect = {
  tests: any(/^func[ \t]+(?:\([^)\n]{0,80}\)[ \t]*)?(?:Test|Fuzz|Example)\w*[ \t]*\(/, /\b(?:t|s|tt|b)\.Run[ \t]*\(/),
  title: /\bfunc[ \t]+(?:\([^)\n]{0,80}\)[ \t]*)?(\w+)|(["`])((?:(?!\2)[^\n]){1,160})\2/,
  assertions: any(
    /\b(?:t|tb|tt|b|f)\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)[ \t]*\(/,
    /\b(?:assert|require|qt|is|c)\.[A-Z]\w*[ \t]*\(/,
    /\b(?:Expect|Eventually|Consistently|check\w*|assert\w*|expect\w*)[ \t]*\(/,
  ),
  vacuous: any(/\b(?:assert|require)\.True[ \t]*\([ \t]*\w+[ \t]*,[ \t]*true[ \t]*[,)]/),
  skips: any(/\b\w+\.(?:Skip|Skipf|SkipNow)[ \t]*\(/, /\b(?:Pending|PIt|PDescribe|XIt|XDescribe)[ \t]*\(/),
  onlys: any(/\b(?:FIt|FDescribe|FContext)[ \t]*\(/),
  exits: any(
    /\bos\.Exit[ \t]*\((?![ \t]*(?:\w+\.Run[ \t]*\(|code|exitCode|ret|rc|result|exitVal|status))/,
    /\bruntime\.Goexit[ \t]*\(/,
    /^func[ \t]+(?:Test|Fuzz)\w*[ \t]*\([^)\n]{0,100}\)[ \t]*\{\s*return\b/,
  ),
  swallows: any(/\brecover[ \t]*\([ \t]*\)/),
}

export const rust: Dialect = {
  tests: any(
    /#\[(?:\w+::){0,3}(?:test|rstest|test_case|wasm_bindgen_test|quickcheck)\b/,
    /^[ \t]*(?=\w*test)\w+!\s*[({]/,
  ),
  title: /\bfn[ \t]+(\w+)|!\s*[({]\s*(\w+)/,
  assertions: any(/\b(?:debug_)?(?:prop_)?assert\w*!/, /\bpanic!/, /#\[should_panic/, /\beqnice!/, /\.unwrap_err\(/),
  vacuous: any(/\bassert!\s*\(\s*true\s*[,)]/, /\bassert_eq!\s*\(\s*(\w+)\s*,\s*\1\s*[,)]/),
  skips: any(/#\[ignore\b/),
  conditionalSkips: any(/#\[cfg_attr\s*\([^\]\n]{0,120}\bignore\b/),
  exits: any(/\bprocess::(?:exit|abort)\s*\(/, /#\[(?:\w+::)?test\]\s*fn[ \t]+\w+\s*\(\s*\)\s*\{\s*return\b/),
  swallows: any(/\bcatch_unwind\s*\(/),
}

export const java: Dialect = {
  tests: any(/@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)\b/),
  title: /\b(?:void|fun|def)\s+(`[^`\n]{1,160}`|\w+)/,
  assertions: any(
    /\b(?:assert|verify|expect|should)\w*\s*(?:<[^>\n]{0,40}>)?[({]/,
    /\bfail\s*\(/,
    /\.should\w+\b/,
    /^[ \t]*assert\b/,
  ),
  vacuous: any(
    /\bassertTrue\s*\(\s*true\s*[,)]/,
    /\bassertEquals\s*\(\s*(\w+)\s*,\s*\1\s*\)/,
    /\bassertThat\s*\(\s*true\s*\)\.isTrue/,
  ),
  skips: any(
    /@(?:Ignore|Disabled)\b(?!\w)/,
    /\bassumeTrue\s*\(\s*false\b/,
    /\bxit\s*\(/,
    /\bthrow\s+new\s+SkipException\b/,
    /\benabled\s*=\s*false\b/,
  ),
  conditionalSkips: any(/@(?:DisabledOn|DisabledIf|EnabledOn|EnabledIf)\w*/, /\bassume\w+\s*\((?!\s*false)/),
  exits: any(
    /\b(?:System\.exit|exitProcess|Runtime\.getRuntime\(\)\.(?:halt|exit))\s*\(/,
    /@Test[^{;]{0,200}\(\s*\)[^{;\n]{0,80}\{\s*return\s*(?:;\s*)?$/,
  ),
  swallows: any(emptyCatch),
}

export const csharp: Dialect = {
  tests: any(/\[(?:\w+\.)?(?:Fact|Theory|Test|TestMethod|TestCase|DataTestMethod|DataRow|InlineData)\b/),
  title: /\b(?:void|Task)\s+(\w+)/,
  assertions: any(
    /\b(?:Assert|CollectionAssert|StringAssert)\.\w+/,
    /\.Should\w*\s*\(/,
    /\.Verify\w*\s*\(/,
    /\bExpect\s*\(/,
  ),
  vacuous: any(/\bAssert\.(?:True|IsTrue|That)\s*\(\s*true\s*[,)]/, /\bAssert\.Pass\s*\(/),
  skips: any(/\[(?:Ignore|Explicit)\b/, /\bSkip\s*=\s*"/, /\bAssert\.(?:Ignore|Inconclusive|Skip)\s*\(/),
  conditionalSkips: any(/\b(?:SkippableFact|ConditionalFact|Skip\.If)\b/),
  exits: any(/\bEnvironment\.(?:Exit|FailFast)\s*\(/),
  swallows: any(emptyCatch),
}

export const c: Dialect = {
  tests: any(
    /\b(?:TEST|TEST_F|TEST_P|TEST_CASE|BOOST_AUTO_TEST_CASE|START_TEST)\s*\(/,
    /\bfunc\s+test\w*\s*\(/,
    /\bvoid\s+test_\w+\s*\(/,
  ),
  title: /\(\s*([^)\n]{1,120})|\bfunc\s+(\w+)/,
  assertions: any(
    /\b(?:EXPECT|ASSERT|REQUIRE|CHECK|BOOST_\w|TEST_ASSERT)\w*\s*\(/,
    /\bassert\w*\s*\(/,
    /\bXCT(?:Assert|Fail)\w*\s*\(/,
    /#(?:expect|require)\b/,
  ),
  vacuous: any(/\b(?:EXPECT_TRUE|ASSERT_TRUE|assert|REQUIRE|CHECK|XCTAssertTrue)\s*\(\s*(?:true|1)\s*\)/),
  skips: any(/\bGTEST_SKIP\b/, /\bDISABLED_\w+/, /\bXCTSkip\w*/),
  exits: any(/(?<![\w.>:])_?exit\s*\(\s*(?:0|EXIT_SUCCESS)\s*\)/),
  swallows: any(/\bcatch\s*\(\s*\.\.\.\s*\)\s*\{\s*\}/),
}
