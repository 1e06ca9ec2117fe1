import { describe, expect, it } from 'vitest';
import { preferencesOf } from '../src/lib/storedPreferences';

describe('the preferences', () => {
  it('are what was stored', () => {
    const stored = {
      language: 'zh-CN',
      theme: 'dark',
      sound: true,
      tables: [{ node: 'ws://node', program: '0x01' }],
      nicknames: { '0x01': 'Ada' },
    };
    expect(preferencesOf(stored)).toEqual(stored);
  });

  it('leave out bad values, which would leave the page empty', () => {
    expect(preferencesOf({ language: 'xx', theme: 1, sound: 'yes', tables: [{}], nodes: {}, sometimes: 1 })).toEqual(
      {},
    );
    expect(preferencesOf({ language: 'xx', sound: false })).toEqual({ sound: false });
    for (const none of [null, 'text', 3, [1]]) expect(preferencesOf(none)).toEqual({});
  });
});
