import type { Language } from '../languages.ts'
import type { GuardKind } from './guard.ts'

type Patterns = Readonly<Partial<Record<GuardKind, RegExp>>>

// Repetitions have limits, so that a long line takes no time that grows with its square.
const commonPatterns: Patterns = {
  access:
    /\b(?:authori[sz]e|authenticate|(?:require|ensure|check|assert|has|is|can)_?(?:auth|admin|owner|role|permission|access|login|allowed)|current_?user|before_action|skip_before_action|PreAuthorize|Secured|RolesAllowed|AllowAnonymous)\w*/gi,
  // The last two words count inside any name, such as `expectedSignature` and `compute_hmac`.
  signature:
    /\b(?:verify|verifies|hash_equals|secure_compare|constant_time_|FixedTimeEquals|MessageDigest[.]isEqual|html_?escape|htmlspecialchars|htmlentities|sanitize)\w*(?=[(:!<.])|hmac|signature/gi,
  limit:
    /\b(?:if|unless|guard)\b[^\n]{0,200}?[<>]=?[ ]?(?:\d|[A-Z][A-Z0-9_]{2,40}\b|\w{0,40}(?:max|limit|quota))[^\n{]{0,200}/gi,
}

/** Patterns of guards in programs without a grammar, for lines without comments and texts. Only for `matchAll`. */
export const textPatterns: Readonly<Partial<Record<Language, Patterns>>> = {
  rust: {
    ...commonPatterns,
    deletion: /\bfs::remove_\w+|\bremove_(?:file|dir|dir_all)\b/g,
    file: /\bfs::(?:write|create\w*|rename|copy|set_permissions|hard_link)|\bFile::(?:create\w*|options)|\bOpenOptions\b/g,
    environment: /\benv::(?:var|var_os|set_var|remove_var)\b|\benv!|\boption_env!/g,
    process: /\bprocess::(?:exit|abort)\b|\bpanic::set_hook\b|\bunsafe\b|\bthread::spawn\b/g,
    entrance:
      /\bpub(?:\s*\([^)\n]{0,40}\))?\s+(?:async\s+|unsafe\s+|const\s+)*(?:fn|struct|enum|trait|static|mod|use)\b[^\n{;]*|[.]route\s*\(|#\[(?:get|post|put|patch|delete)\b/g,
  },
  java: {
    ...commonPatterns,
    deletion: /\bFiles[.]delete\w*|[.]delete(?:All|ById|InBatch|OnExit)?\s*\(/g,
    file: /\bFiles[.](?:write\w*|create\w*|copy|move|newOutputStream|newBufferedWriter)|\b(?:FileOutputStream|FileWriter|RandomAccessFile)\b/g,
    environment: /\bSystem[.](?:getenv|getProperty|setProperty)\b/g,
    process: /\bSystem[.]exit\b|\bRuntime[.]getRuntime\b|\bClass[.]forName\b|\bsetAccessible\b/g,
    entrance: /^[ \t]*(?:public|protected)\b[^\n;{=]*\(|@(?:Get|Post|Put|Patch|Delete|Request)Mapping\b|@Path\b/gm,
  },
  kotlin: {
    ...commonPatterns,
    deletion: /[.]delete(?:Recursively|All|ById)?\s*\(/g,
    file: /[.](?:writeText|appendText|writeBytes|outputStream|bufferedWriter)\s*\(/g,
    environment: /\bSystem[.](?:getenv|getProperty|setProperty)\b/g,
    process: /\bexitProcess\b|\bSystem[.]exit\b|\bClass[.]forName\b/g,
    entrance: /^[ \t]*(?:(?:public|open|override|suspend)[ \t])*fun[ \t][^\n={]*/gm,
  },
  csharp: {
    ...commonPatterns,
    deletion: /\b(?:File|Directory)[.]Delete\b|[.](?:Remove(?:Range)?|ExecuteDelete\w*)\s*\(/g,
    file: /\bFile[.](?:Write\w*|Append\w*|Create\w*|Move|Copy|Open\w*)|\bStreamWriter\b|\bDirectory[.]Create\w*/g,
    environment: /\bEnvironment[.](?:GetEnvironmentVariable|SetEnvironmentVariable)\b/g,
    process: /\bEnvironment[.](?:Exit|FailFast)\b|\bActivator[.]CreateInstance\b|\bDllImport\b/g,
    entrance:
      /^[ \t]*public\b[^\n;{=]*\(|[.]Map(?:Get|Post|Put|Patch|Delete)\s*\(|\[Http(?:Get|Post|Put|Patch|Delete)\b/gm,
  },
  php: {
    ...commonPatterns,
    deletion: /\b(?:unlink|rmdir)\s*\(|(?:->|::)(?:delete|forceDelete|truncate|destroy)\s*\(/g,
    file: /\b(?:file_put_contents|fopen|fwrite|fputs|rename|copy|chmod|symlink|move_uploaded_file|mkdir)\s*\(/g,
    environment: /\b(?:getenv|putenv)\s*\(|\$_(?:ENV|SERVER)\b/g,
    process:
      /\b(?:exit|die|register_shutdown_function|set_error_handler|set_exception_handler|ini_set|extract)\b|\b(?:include|require)(?:_once)?[ (]{0,3}\$/g,
    entrance: /\bfunction[ \t]\w+|\bRoute::\w+\s*\(/gm,
  },
  ruby: {
    ...commonPatterns,
    deletion:
      /\b(?:File|Dir)[.](?:delete|unlink|rmdir)\b|\bFileUtils[.]rm\w*|[.](?:destroy|destroy_all|delete|delete_all)\b/g,
    file: /\b(?:File|IO)[.](?:write|open|new|rename|chmod|symlink|binwrite)\b|\bFileUtils[.]\w+/g,
    environment: /\bENV\b/g,
    process: /(?<![.\w])(?:exit!?|abort|at_exit|trap|define_method|const_get|send|public_send)\b/g,
    entrance: /^[ \t]*(?:get|post|put|patch|delete|match|resources?|mount|root|namespace)\s+['":]/gm,
  },
  c: {
    ...commonPatterns,
    deletion: /(?<![.>\w])(?:unlink|remove|rmdir)\s*\(/g,
    file: /(?<![.>\w])(?:fopen|open|creat|rename|chmod|fwrite)\s*\(/g,
    environment: /(?<![.>\w])(?:getenv|setenv|secure_getenv)\s*\(/g,
    process: /(?<![.>\w])(?:exit|_exit|abort|atexit|signal|sigaction)\s*\(/g,
  },
  // Shell programs, settings and other files whose comments begin with `#`.
  hash: {
    deletion: /(?<![\w./-])(?:rm|rmdir|unlink|shred|truncate)\s+[-\w"'$./]/g,
    file: /(?<![\w./-])(?:chmod|chown|tee|dd|ln|mv|cp|install)\s+[-\w"'$./]|>>?\s*["'$\w./]/g,
    process: /(?<![\w./-])(?:kill|pkill|trap|exec|source|sudo|nohup|exit)\b/g,
  },
}
