import type { Language } from '../languages.ts'

/** Kinds of calls by which a program reaches beyond itself. */
export type CallKind = 'text_run' | 'program_started' | 'network_opened' | 'variables_read' | 'certificate_unchecked'

export const callDoes: Readonly<Record<CallKind, string>> = {
  text_run: 'runs text as a program',
  program_started: 'starts a program',
  network_opened: 'opens the network',
  variables_read: 'reads all environment variables',
  certificate_unchecked: 'does not check whom it speaks to',
}

type Paths = readonly (readonly [CallKind, RegExp])[]

const node = (modules: string, members: string) =>
  new RegExp(`^(?:import:)?(?:${modules})(?:[.]default)?[.](?:${members})$`)

/** Paths of names, as syntax trees give them; of all that is called or passed on. */
export const javascriptPaths: Paths = [
  ['text_run', /^import:(?:data|https?|blob):/],
  ['text_run', /^(?:eval|Function|globalThis[.]eval|import:vm(?:[.]default)?[.]\w+|import:module.*[.]_compile)$/],
  ['program_started', node('child_process', 'exec|execSync|execFile|execFileSync|spawn|spawnSync|fork')],
  ['program_started', /^(?:Bun[.](?:spawn|spawnSync|[$])|Deno[.](?:Command|run)|process[.](?:binding|dlopen))$/],
  ['program_started', /^import:(?:execa|cross-spawn|shelljs|zx|node-pty|tinyexec|nano-spawn)(?:[./].*)?$/],
  ['network_opened', /^(?:fetch|WebSocket|EventSource|XMLHttpRequest|navigator[.]sendBeacon)$/],
  ['network_opened', node('https?', 'request|get|createServer|Server|Agent')],
  ['network_opened', node('http2', 'connect|createServer|createSecureServer')],
  ['network_opened', node('net|tls', 'connect|createConnection|createServer|Socket|Server|TLSSocket')],
  ['network_opened', node('dgram|dns|dns/promises', 'createSocket|Socket|lookup|resolve\\w*|Resolver')],
  ['network_opened', /^(?:Deno[.](?:connect|listen|serve)|Bun[.](?:serve|connect|listen))$/],
  [
    'network_opened',
    /^import:(?:axios|got|node-fetch|undici|superagent|request|ky|ws|nodemailer|ssh2|phin|needle|bent)(?:[./].*)?$/,
  ],
]

export const pythonPaths: Paths = [
  ['text_run', /^(?:builtins[.])?(?:eval|exec|compile)$/],
  [
    'text_run',
    /^(?:c?[pP]ickle|dill|cloudpickle|marshal|jsonpickle|joblib|torch)[.](?:loads?|decode|Unpickler)$|^shelve[.]open$|^yaml[.](?:load|load_all|unsafe_load|full_load)$|^runpy[.]\w+$|^code[.]\w+$|^types[.](?:FunctionType|CodeType)$|^ctypes[.](?:CDLL|cdll[.]\w+|WinDLL)$/,
  ],
  ['program_started', /^os[.](?:system|popen|exec\w+|spawn\w+|posix_spawnp?|startfile|fork)$/],
  [
    'program_started',
    /^subprocess[.](?:run|Popen|call|check_call|check_output|getoutput|getstatusoutput)$|^pty[.]spawn$|^asyncio[.]create_subprocess_\w+$|^(?:pexpect|sh|plumbum|invoke)[.]\w+$/,
  ],
  [
    'network_opened',
    /^socket[.](?:socket|create_connection|create_server)$|^socketserver[.]\w+$|^urllib[.]request[.](?:urlopen|Request|urlretrieve|build_opener)$|^urllib2[.]urlopen$|^http[.](?:client[.]\w+|server[.]\w+)$/,
  ],
  [
    'network_opened',
    /^(?:requests|httpx)[.](?:get|post|put|patch|delete|head|options|request|stream|Session|Client|AsyncClient)$|^(?:aiohttp|urllib3|websockets?|paramiko|smtplib|ftplib|telnetlib|imaplib|poplib|xmlrpc)[.]\w+(?:[.]\w+)*$|^asyncio[.](?:open_connection|start_server)$/,
  ],
  ['certificate_unchecked', /^ssl[.](?:_create_unverified_context|_create_stdlib_context|CERT_NONE)$/],
]

export const goPaths: Paths = [
  ['text_run', /^plugin[.]Open$/],
  ['program_started', /^os\/exec[.](?:Command|CommandContext|Cmd)$|^os[.]StartProcess$|^syscall[.](?:Exec|ForkExec)$/],
  ['network_opened', /^net[.](?:Dial\w*|Listen\w*)$|^crypto\/tls[.](?:Dial\w*|Listen)$/],
  [
    'network_opened',
    /^net\/http[.](?:Get|Post|PostForm|Head|NewRequest|NewRequestWithContext|ListenAndServe\w*|Serve\w*|Client|DefaultClient.*|DefaultServeMux)$|^net\/(?:smtp|rpc)[.]\w+$|^golang[.]org\/x\/crypto\/ssh[.]Dial$/,
  ],
  ['variables_read', /^os[.]Environ$/],
]

/** Lines in programs without a syntax tree here, and connection settings in any program. */
export const callPatterns: Readonly<Partial<Record<Language, Readonly<Partial<Record<CallKind, RegExp>>>>>> = {
  javascript: {
    text_run:
      /[.]\s*constructor\s*[.]\s*constructor\b|\bset(?:Timeout|Interval|Immediate)\s*\(\s*["'`]|\beval\s*:\s*true\b/g,
    certificate_unchecked: /\brejectUnauthorized['"]?\s*:\s*(?:false|!1|0)\b|\bNODE_TLS_REJECT_UNAUTHORIZED\b/g,
  },
  python: { certificate_unchecked: /\bverify\s*=\s*False\b|\bcheck_hostname\s*=\s*False\b/g },
  go: {
    certificate_unchecked: /\bInsecureSkipVerify\s*[:=]+\s*true\b|\bssh\.InsecureIgnoreHostKey\b/g,
    // They register handlers when they are loaded: dumps of memory, the command line.
    network_opened: /"(?:net\/http\/pprof|expvar|golang[.]org\/x\/net\/trace)"/g,
    program_started: /^\/\/go:generate\b.*$|^\/\/go:linkname\b.*$/gm,
  },
  rust: {
    program_started: /\bCommand::new\b|\bexecvp?e?\s*\(/g,
    text_run: /\blibloading\b|\bLibrary::new\b/g,
    network_opened:
      /\b(?:TcpStream|UdpSocket|TcpListener|UnixStream)::\w+|\b(?:reqwest|ureq|hyper|tungstenite|curl|isahc|attohttpc|minreq)::\w+/g,
    variables_read: /\benv::vars(?:_os)?\b/g,
    certificate_unchecked: /\bdanger_accept_invalid_\w+|\bdanger\(\)/g,
  },
  ruby: {
    text_run:
      /(?<![.\w])(?:eval|instance_eval|class_eval|module_eval)\b|\bMarshal[.]load\b|\bYAML[.](?:unsafe_)?load\b/g,
    program_started: /(?<![.\w])(?:system|exec|spawn|fork)\b(?=[\s(])|\bOpen3\b|\bIO[.]popen\b|%x[{([]/g,
    network_opened:
      /\bNet::\w+|\bURI[.]open\b|\b(?:TCP|UDP)(?:Socket|Server)\b|\b(?:Faraday|HTTParty|RestClient|Excon)\b/g,
    variables_read: /\bENV[.](?:to_h|to_a|each\w*|map|inspect|select|filter\w*)\b/g,
    certificate_unchecked: /\bVERIFY_NONE\b/g,
  },
  php: {
    text_run: /(?<![>$:\w])(?:eval|create_function|unserialize)\s*\(/g,
    program_started: /(?<![>$:\w])(?:exec|shell_exec|system|passthru|proc_open|popen|pcntl_exec)\s*\(/g,
    network_opened: /(?<![>$:\w])(?:curl_\w+|fsockopen|pfsockopen|stream_socket_\w+|socket_\w+)\s*\(|\bGuzzleHttp\b/g,
    variables_read: /(?<![>$:\w])getenv\s*\(\s*\)|\$_ENV\b(?!\s*\[)/g,
    certificate_unchecked: /\bCURLOPT_SSL_VERIFY(?:PEER|HOST)\b/g,
  },
  java: {
    text_run:
      /\bScriptEngine\w*\b|\bObjectInputStream\b|\bdefineClass\b|\bGroovyShell\b|\bSystem[.]load(?:Library)?\b/g,
    program_started: /\bProcessBuilder\b|\bgetRuntime\s*\(\s*\)\s*[.]\s*exec\b/g,
    network_opened:
      /\bnew\s+(?:Server|Datagram|SSL)?Socket\b|\bopenConnection\b|\bopenStream\b|\bHttpClient\b|\bOkHttpClient\b|\bSocketChannel\b/g,
    variables_read: /\bSystem[.]getenv\s*\(\s*\)/g,
    certificate_unchecked: /\bX509TrustManager\b|\bHostnameVerifier\b/g,
  },
  csharp: {
    text_run: /\bBinaryFormatter\b|\bCSharpScript\b|\bAssembly[.]Load\w*/g,
    program_started: /\bProcess[.]Start\b|\bProcessStartInfo\b/g,
    network_opened: /\bHttpClient\b|\bWebClient\b|\bTcp(?:Client|Listener)\b|\bUdpClient\b|\bWebRequest\b/g,
    variables_read: /\bGetEnvironmentVariables\s*\(/g,
    certificate_unchecked: /\bServerCertificate\w*Callback\b/g,
  },
  c: {
    text_run: /\bdlopen\s*\(/g,
    program_started: /(?<![.>\w])(?:system|popen|exec[lv]p?e?|posix_spawnp?|fork)\s*\(/g,
    network_opened: /(?<![.>\w])(?:socket|connect|getaddrinfo|gethostbyname|curl_easy_\w+)\s*\(/g,
    variables_read: /\bextern\s+char\s*\*\s*\*\s*environ\b|\benviron\s*\[/g,
    certificate_unchecked: /\bCURLOPT_SSL_VERIFY(?:PEER|HOST)\b|\bSSL_VERIFY_NONE\b/g,
  },
  hash: {
    text_run: /(?<![\w.-])eval\b|\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b(?![\w.-])|\bbase64\s+(?:-d|-D|--decode)\b/g,
    network_opened:
      /(?<![\w./-])(?:curl|wget|ncat|nc|socat|ssh|scp|sftp|rsync|telnet)\s+[-\w"'$/]|\/dev\/(?:tcp|udp)\//g,
    variables_read: /(?<![\w.-])(?:printenv|env|export\s+-p|declare\s+-x)\s*(?:[|>;)&]|$)/gm,
  },
}
