import type { ReactNode } from 'preact/compat';
import { Icon, type IconName } from './Icon';

interface NoticeProps {
  tone: 'calm' | 'warning' | 'error';
  title?: string;
  icon?: IconName;
  children?: ReactNode;
}

/** Something that stands in the way, and what to do about it. */
export function Notice({ tone, title, icon = 'warning', children }: NoticeProps) {
  return (
    <div className={`notice ${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon name={icon} />
      <div className="notice-body">
        {title && <p className="notice-title">{title}</p>}
        {children}
      </div>
    </div>
  );
}
