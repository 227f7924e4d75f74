"""Records calls of the product that tests make, and makes them again, inside of a test and in a plain process."""
import ast
import importlib
import json
import os
import re
import sys
import threading

NONCE = 'NONCE_WORD'
ROOT = os.environ.get('ATELIER_ROOT') or os.getcwd()


def say(record):
    with open(os.environ['ATELIER_RESULT'], 'a', encoding='utf-8') as result:
        result.write('\n' + json.dumps(dict({'probe': NONCE}, **record), separators=(',', ':')) + '\n')


def shown(value, depth=0):
    if depth > 6:
        return '…'
    if isinstance(value, (list, tuple)):
        return type(value).__name__ + ' [' + ', '.join(shown(one, depth + 1) for one in value[:200]) + f'] {len(value)}'
    if isinstance(value, (set, frozenset)):
        return '{' + ', '.join(sorted(shown(one, depth + 1) for one in value)[:200]) + '}'
    if isinstance(value, dict):
        pairs = sorted(shown(key, depth + 1) + ': ' + shown(one, depth + 1) for key, one in value.items())
        return '{' + ', '.join(pairs[:200]) + '}'
    if isinstance(value, (str, bytes, int, float, complex, bool, type(None))):
        return repr(value).replace(ROOT, '<root>')
    if isinstance(value, BaseException):
        return (type(value).__name__ + ': ' + str(value)).replace(ROOT, '<root>')
    if type(value).__module__ in ('datetime', 'decimal', 'fractions', 'uuid', 'pathlib'):
        return (type(value).__name__ + ' ' + str(value)).replace(ROOT, '<root>')
    return 'object'


def literal(value):
    text = repr(value)
    if len(text) > 5000 or ast.literal_eval(text) != value:
        raise ValueError('not recorded')
    return text


def is_own(path):
    return path.startswith(ROOT + os.sep) and '.probe_' not in path


def is_test(path):
    own = path[len(ROOT):]
    return is_own(path) and re.search(r'/(tests?|spec)/|/(test_[^/]*|[^/]*_tests?|conftest)\.py$', own) is not None


def record():
    tests = json.loads(os.environ['ATELIER_TESTS'])
    files = {os.path.join(ROOT, path): at for at, path in enumerate(tests)}
    objects = {}
    kept = []
    count = [0]

    def enter(frame, event, _):
        if event != 'call':
            return
        back = frame.f_back
        path = frame.f_code.co_filename
        if back is None or count[0] >= 200 or not is_own(path) or is_test(path) or not is_test(back.f_code.co_filename):
            return
        # A helper of tests may stand between a test and the product.
        while back is not None and back.f_code.co_filename not in files:
            back = back.f_back
        if back is None:
            return
        file = files[back.f_code.co_filename]
        code = frame.f_code
        try:
            names = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]
            values = {name: frame.f_locals[name] for name in names}
            varargs = []
            at = code.co_argcount + code.co_kwonlyargcount
            if code.co_flags & 4:
                varargs = list(frame.f_locals[code.co_varnames[at]])
                at += 1
            if code.co_flags & 8:
                values.update(frame.f_locals[code.co_varnames[at]])
            site = {'stage': 'call', 'file': file, 'at': count[0], 'module': frame.f_globals['__name__']}
            first = names[0] if names else ''
            own = values.pop(first) if first == 'self' else None
            if own is not None and code.co_name == '__init__':
                site.update(kind='new', name=type(own).__name__)
            elif own is not None:
                if id(own) not in objects:
                    return
                site.update(kind='method', name=code.co_name, self=objects[id(own)])
            else:
                if getattr(frame.f_globals.get(code.co_name), '__code__', None) is not code:
                    return
                site.update(kind='call', name=code.co_name)
            site['positional'] = [literal(values.pop(name)) for name in code.co_varnames[:code.co_argcount]
                                  if varargs and name in values] + [literal(one) for one in varargs]
            site['named'] = {name: literal(value) for name, value in values.items()}
        except Exception:
            return
        site['shown'] = ', '.join(site['positional'] + list(site['named'].values()))[:300]
        if own is not None and site['kind'] == 'new':
            objects[id(own)] = count[0]
            kept.append(own)
        site['path'] = os.path.relpath(path, ROOT)
        count[0] += 1
        sys.setprofile(None)
        say(site)
        sys.setprofile(enter)

    threading.setprofile(enter)
    sys.setprofile(enter)
    import atexit
    atexit.register(lambda: say({'stage': 'paths', 'at': 0, 'paths': [
        os.path.relpath(one, ROOT) for one in sys.path if one.startswith(ROOT) and '.probe_' not in one][:20]}))


def recorded(stage):
    with open(os.environ['ATELIER_RESULT'], encoding='utf-8') as result:
        for line in result:
            if line.startswith('{"probe":"%s","stage":"%s"' % (NONCE, stage)):
                yield json.loads(line)


def made_once(call, answer, tell):
    tell(answer())


def replay(stage, file=None, move=lambda one: one, make=made_once):
    objects = {}
    for call in recorded('call'):
        if file is not None and call['file'] != file:
            continue
        try:
            if call['kind'] == 'method':
                target = getattr(objects[call['self']], call['name'])
            else:
                target = getattr(importlib.import_module(call['module']), call['name'])
        except BaseException:
            continue

        def answer():
            try:
                positional = [move(ast.literal_eval(one)) for one in call['positional']]
                named = {name: move(ast.literal_eval(one)) for name, one in call['named'].items()}
                value = target(*positional, **named)
                if hasattr(value, '__await__'):
                    import asyncio
                    value = asyncio.run(value)
                if call['kind'] == 'new':
                    objects[call['at']] = value
                return shown(value)[:4000]
            except BaseException as error:
                return ('throws ' + shown(error))[:4000]

        make(call, answer, lambda value, at=stage: say({'stage': at, 'file': call['file'], 'at': call['at'], 'value': value}))


def replay_later():
    import datetime
    import random
    import time
    started = time.monotonic
    real, seconds = time.time, {one: getattr(time, one) for one in ('localtime', 'gmtime', 'ctime')}
    start = datetime.datetime.now()
    moved = (start.replace(year=start.year + 2, day=min(start.day, 28)) - start.replace(day=min(start.day, 28))).total_seconds()
    later = lambda: real() + moved
    time.time = later
    time.time_ns = lambda: int(later() * 1e9)
    for name, of in seconds.items():
        setattr(time, name, lambda one=None, of=of: of(later() if one is None else one))
    strftime = time.strftime
    time.strftime = lambda form, *of: strftime(form, *(of or (time.localtime(),)))

    class Named(type):
        def __instancecheck__(cls, one):
            return isinstance(one, cls.__base__)

    def dated(base, **names):
        return Named(base.__name__, (base,), dict(names, __module__='datetime'))

    datetime.date = dated(datetime.date, today=classmethod(lambda cls: cls.fromtimestamp(later())))
    datetime.datetime = dated(
        datetime.datetime,
        today=classmethod(lambda cls: cls.fromtimestamp(later())),
        now=classmethod(lambda cls, tz=None: cls.fromtimestamp(later(), tz)),
        utcnow=classmethod(lambda cls: cls.fromtimestamp(later(), datetime.timezone.utc).replace(tzinfo=None)))

    # Numbers of chance: every second one is as it comes, so that programs that look for another one end.
    chance = {'end': None, 'count': 0}
    drawn, below = random.random, random._inst._randbelow

    def drawn_at(lowest, highest, otherwise):
        chance['count'] += 1
        if chance['end'] is None or chance['count'] % 2 == 0:
            return otherwise()
        return highest if chance['end'] else lowest

    random._inst.random = random.random = lambda: drawn_at(0.0, 1 - 2 ** -53, drawn)
    random._inst._randbelow = lambda n: drawn_at(0, n - 1, lambda: below(n))

    def move(value):
        """A time near that of the recording, as much later."""
        if isinstance(value, (list, tuple)):
            return type(value)(move(one) for one in value)
        if isinstance(value, dict):
            return {key: move(one) for key, one in value.items()}
        if isinstance(value, str) and re.match(r'\d{4}-\d\d-\d\d', value):
            near = abs(int(value[:4]) - start.year) < 2
            return str(int(value[:4]) + 2) + value[4:] if near else value
        if type(value) in (int, float):
            for unit in (1, 1000):
                if abs(value / unit - real()) < 400 * 86400:
                    return value + type(value)(moved * unit)
        return value

    def once(call, answer, tell):
        chance['count'] = 0
        tell(answer())

    chance['end'] = 0
    replay('later', make=once)
    replay('moved', move=move, make=once)
    chance['end'] = None
    ends = started() + 5
    done = set()

    def often(call, answer, tell):
        first = answer()
        name = (call['module'], call['name'])
        made = 1
        while call['kind'] == 'call' and made < 2000 and started() < ends and not (made == 20 and name in done):
            chance.update(end=None if made < 20 else 1, count=0)
            value = answer()
            if value != first:
                if made >= 20:
                    tell(value)
                elif chance['count'] > 0:
                    tell(value, 'varies')
                break
            made += 1
        chance['end'] = None
        if made == 2000:
            done.add(name)

    replay('often', make=often)


if os.environ.get('ATELIER_TESTS') and __name__ == 'sitecustomize':
    record()

if __name__ == '__main__':
    sys.path[:1] = [os.path.join(ROOT, path) for one in recorded('paths') for path in one['paths']] or [ROOT]
    replay_later() if sys.argv[1] == 'later' else replay(sys.argv[1])
