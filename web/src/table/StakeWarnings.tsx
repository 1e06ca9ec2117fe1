import { useTexts } from '../i18n';
import type { GameConfig } from '../rpsls/config';
import { isSlow, type GameRules } from '../rpsls/rules';
import { risksOf } from '../rpsls/stakes';
import { Notice } from '../ui/Notice';

/** What a player should know about a table before paying for a seat, if anything. */
export function StakeWarnings({ config, rules }: { config: GameConfig; rules: GameRules }) {
  const { m } = useTexts();
  const warnings = [
    ...risksOf(config, rules).map((risk) => m.act.risks[risk]),
    ...(isSlow(rules, config.seats) ? [m.rules.slow(config.seats)] : []),
  ];
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning">
      {warnings.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  );
}
