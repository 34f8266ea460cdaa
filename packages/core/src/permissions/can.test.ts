import { describe, expect, it } from 'vitest';
import { ACTIONS, type Action } from './actions.ts';
import { can, canOn, explain, explainAll, RIGHTS_NOT_LOADED, toMenuAccess } from './can.ts';
import { RIGHTS, SCREEN_MENUS, SCREEN_NAMES, type Screen, type ScreenCode } from './rights.ts';

const screen = (code: string, rights: Partial<Screen> = {}): Screen => ({
  code,
  read: false,
  create: false,
  update: false,
  delete: false,
  ...rights,
});

describe('menu access', () => {
  it('ACC-02 knows a menu for every screen code', () => {
    expect(Object.keys(SCREEN_MENUS).sort()).toEqual(
      'DB EMP FC FCC FCCM FCM FDR FI FRPT FSB FT FTC FU ORD'.split(' '),
    );
  });

  it('SHELL-07 lets every signed-in user read what needs a session only, and nobody change it', () => {
    const access = toMenuAccess([screen('FI', { read: true, update: true })]);
    expect(canOn(access, 'session', 'read').allowed).toBe(true);
    expect(canOn(undefined, 'session', 'read').allowed).toBe(false);
    for (const right of ['create', 'update', 'delete', 'download'] as const) {
      expect(canOn(access, 'session', right)).toMatchObject({
        allowed: false,
        reason: { message: 'This can only be read.' },
      });
    }
  });

  it('ACC-02 names every screen', () => {
    expect(Object.entries(SCREEN_NAMES).map((pair) => pair.join(' '))).toEqual([
      ...['DB Dashboard', 'FCC Customer', 'FCCM Markup', 'FU Users', 'FCM Cards', 'FRPT Reporting'],
      ...['FT Transactions', 'FDR Daily Rates', 'FI Invoices', 'FSB Smart Buy', 'FTC Truck Care'],
      ...['FC Company', 'EMP Employees', 'ORD Orders'],
    ]);
  });

  it('ACC-01 reads the flags of each screen, and a missing download as false (LIST-11)', () => {
    const access = toMenuAccess([
      screen('FI', { read: true }),
      screen('FT', { read: true, download: true }),
    ]);
    expect(access.invoices).toEqual({
      read: true,
      create: false,
      update: false,
      delete: false,
      download: false,
    });
    expect(access.transactions?.download).toBe(true);
  });

  it('ACC-03 denies everything on a missing screen, and allows the profile', () => {
    const access = toMenuAccess([]);
    for (const menu of Object.values(SCREEN_MENUS)) {
      for (const right of RIGHTS) expect(canOn(access, menu, right).allowed).toBe(false);
    }
    for (const right of RIGHTS) expect(canOn(access, 'profile', right).allowed).toBe(true);
  });

  it('ACC-03 applies literally: an FTC screen without read denies the profile, and explain says so', () => {
    const screens = [screen('FTC')];
    const access = toMenuAccess(screens);
    expect(can(access, 'profile.get').allowed).toBe(false);
    expect(explain(access, 'profile.get', screens).source).toBe('flag');
    expect(explain(toMenuAccess([]), 'profile.get', [screen('FI')]).source).toBe('profile_default');
  });

  it('ignores unknown codes, and accepts only true as true', () => {
    const odd = { ...screen('FT'), read: 'yes' } as unknown as Screen;
    expect(toMenuAccess([screen('XYZ', { read: true }), odd]).transactions?.read).toBe(false);
  });
});

describe('can', () => {
  const cases: [Action, ScreenCode, (typeof RIGHTS)[number]][] = [
    ['cards.import', 'FCM', 'create'],
    ['cards.assign', 'FCM', 'create'],
    ['cards.export', 'FCM', 'read'],
    ['transactions.import', 'FT', 'create'],
    ['transactions.import-lookup', 'FT', 'create'],
    ['transactions.export', 'FT', 'read'],
    ['payments.list', 'FI', 'read'],
    ['payments.create', 'FI', 'update'],
    ['invoices.download', 'FI', 'download'],
    ['invoices.email', 'FI', 'read'],
    ['companies.create', 'FCC', 'create'],
    ['markups.create', 'FCCM', 'create'],
    ['rates.upload', 'FDR', 'read'],
    ['audit.list', 'FU', 'read'],
  ];

  it.each(cases)('ACC-04 %s needs, on screen %s, %s and nothing else', (action, code, right) => {
    expect(can(toMenuAccess([screen(code, { [right]: true })]), action).allowed).toBe(true);
    const others = Object.fromEntries(
      RIGHTS.filter((other) => other !== right).map((other) => [other, true]),
    );
    expect(can(toMenuAccess([screen(code, others)]), action).allowed).toBe(false);
  });

  it('ACC-04 AUTH-13 keeps from a company’s user what is for staff, and says so after a missing right', () => {
    const screens = [
      screen('FU', { read: true }),
      screen('FDR', { read: true }),
      screen('FT', { read: true }),
    ];
    const access = toMenuAccess(screens, { ofProvider: false });
    const refused = explainAll(access, screens)
      .filter(({ decision }) => !decision.allowed && decision.reason.code === 'staff_only')
      .map(({ action, needs, source }) => [action, needs, source]);
    const rates = { menu: 'dailyrates', right: 'read', screen: 'FDR', staff: true };
    const users = { ...rates, menu: 'users', screen: 'FU' };
    expect(refused).toEqual([
      ['rates.list', rates, 'company'],
      ['rates.export', rates, 'company'],
      ['rates.upload', rates, 'company'],
      ['rate-changes.list', rates, 'company'],
      ['rate-changes.export', rates, 'company'],
      ['audit.list', users, 'company'],
      ['audit.export', users, 'company'],
    ]);
    expect(can(access, 'users.list').allowed).toBe(true);
    expect(can(access, 'audit.list')).toEqual({
      allowed: false,
      reason: { code: 'staff_only', message: 'Only staff of the provider may do this.' },
    });
    expect(can(toMenuAccess([], { ofProvider: false }), 'audit.list')).toMatchObject({
      reason: { code: 'missing_right' },
    });
    for (const company of [undefined, {}, { ofProvider: true }]) {
      expect(can(toMenuAccess(screens, company), 'audit.list').allowed).toBe(true);
    }
  });

  it.each(['cards.remove', 'toString', undefined])(
    'ACC-04 says of %s that no action has that name',
    (name) => {
      const error = new TypeError(`There is no action named '${name}'.`);
      for (const access of [undefined, RIGHTS_NOT_LOADED, toMenuAccess([])]) {
        expect(() => can(access, name as Action)).toThrow(error);
      }
    },
  );

  it('ACC-04 allows Payment Offline and look-ups in every session, but not without one', () => {
    expect(can(toMenuAccess([]), 'payments.open').allowed).toBe(true);
    expect(can(toMenuAccess([]), 'reference.get').allowed).toBe(true);
    expect(can(undefined, 'payments.open')).toMatchObject({
      allowed: false,
      reason: { code: 'not_signed_in' },
    });
  });

  it('ACC-08 distinguishes rights that are not loaded from missing ones, which an administrator can grant', () => {
    for (const action of ['cards.list', 'profile.get', 'users.update'] as const) {
      expect(can(RIGHTS_NOT_LOADED, action)).toEqual({
        allowed: false,
        reason: {
          code: 'rights_not_loaded',
          message:
            'The rights of this account are not loaded yet. Load them (loadAccess), then try again.',
        },
      });
    }
    expect(canOn(RIGHTS_NOT_LOADED, 'cards', 'read')).toMatchObject({
      reason: { code: 'rights_not_loaded' },
    });
    expect(can(RIGHTS_NOT_LOADED, 'reference.get')).toEqual({ allowed: true });
    expect(can({}, 'cards.list')).toMatchObject({ reason: { code: 'missing_right' } });
  });

  it('ACC-05 says which screen and which right is missing, and who can grant it', () => {
    const decision = can(toMenuAccess([screen('FT', { read: true })]), 'transactions.import');
    expect(decision).toEqual({
      allowed: false,
      reason: {
        code: 'missing_right',
        message:
          'Your account lacks the right to create transactions (create on screen FT). An administrator can grant it.',
        menu: 'transactions',
        right: 'create',
        screen: 'FT',
      },
    });
  });

  it('ACC-05 names each menu as people do, none by its code', () => {
    const messages = Object.keys(ACTIONS).flatMap((action) => {
      const decision = can({}, action as keyof typeof ACTIONS);
      return decision.allowed ? [] : [/right to \w+ (.+) \(/.exec(decision.reason.message)?.[1]];
    });
    expect([...new Set(messages)].sort()).toEqual([
      'Smart Buy',
      'Truck Care',
      'cards',
      'customers',
      'daily rates',
      'invoices',
      'markups',
      'reports',
      'the dashboard',
      'the profile',
      'transactions',
      'users',
    ]);
  });

  it('ACC-05 explains every action, from a flag or from the absence of its screen', () => {
    const screens = [screen('FT', { read: true })];
    const all = explainAll(toMenuAccess(screens), screens);
    const explained = new Set<string>(all.map(({ action }) => action));
    expect(Object.keys(ACTIONS).filter((action) => !explained.has(action))).toEqual([]);
    const byAction = new Map(all.map((entry) => [entry.action, entry]));
    expect(byAction.get('transactions.list')).toMatchObject({
      source: 'flag',
      decision: { allowed: true },
    });
    expect(byAction.get('transactions.import')).toMatchObject({
      source: 'flag',
      decision: { allowed: false },
    });
    expect(byAction.get('cards.list')).toMatchObject({
      source: 'missing_screen',
      needs: { screen: 'FCM' },
    });
  });

  it('ACC-05 explains without the screens as well, from the menus', () => {
    const access = toMenuAccess([screen('FT', { read: true })]);
    const sourceOf = (action: Action) => explain(access, action).source;
    expect(sourceOf('transactions.import')).toBe('flag');
    expect(sourceOf('cards.list')).toBe('missing_screen');
    expect(sourceOf('profile.get')).toBe('profile_default');
    expect(explain(access, 'reference.get')).toEqual({
      action: 'reference.get',
      decision: { allowed: true },
      needs: 'session',
      source: 'session',
      rights: { read: false, create: false, update: false, delete: false, download: false },
    });
    expect(explain(undefined, 'cards.list')).toMatchObject({
      source: 'missing_screen',
      rights: { read: false, create: false, update: false, delete: false, download: false },
    });
  });

  it('ACC-05 refuses each row of a page with the same decision', () => {
    const refusal = can({}, 'cards.list');
    can({}, 'cards.delete');
    expect(can(toMenuAccess([]), 'cards.list')).toBe(refusal);
  });
});
