// The bar of the overlay: the way to the previous and next game, and Close. On phones it is at the bottom, within reach.

import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { type RefObject, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { type KeyAction, useKeys } from '#ui/use-keys.ts';
import { pageOf, useLoadedList } from '../catalogue/grid/game-list.ts';
import { gameKeys } from '../game-keys.ts';
import { type GameList, gamesPageQuery } from '../games.queries.ts';
import styles from './overlay-bar.module.css';

export interface BesideGame {
  /** Undefined if they are not known. */
  neighbors: Neighbors | undefined;
}

export interface OverlayBarProps {
  title: string;
  /** The list behind the overlay: a list of the catalogue, or the games beside the open one in another list. */
  list: GameList | BesideGame;
  /** Undefined while the overlay is closed. */
  gameId: string | undefined;
  /** Shows another game instead. */
  onStep(gameId: string): void;
  onClose(): void;
}

export function OverlayBar({ title, list, gameId, onStep, onClose }: OverlayBarProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.bar}>
      {/* Not while the overlay is closed, because it would follow each page that the list loads. */}
      {gameId !== undefined &&
        ('neighbors' in list ? (
          <Steps title={title} neighbors={list.neighbors} onStep={onStep} />
        ) : (
          <CatalogueSteps title={title} list={list} gameId={gameId} onStep={onStep} />
        ))}
      <ActionIcon
        variant="subtle"
        size={44}
        className={styles.close}
        aria-label={t('close')}
        data-autofocus
        onClick={onClose}
      >
        <IconX size={22} />
      </ActionIcon>
    </div>
  );
}

interface CatalogueStepsProps extends Omit<StepsProps, 'neighbors'> {
  list: GameList;
  gameId: string;
}

function CatalogueSteps({ list, gameId, ...steps }: CatalogueStepsProps) {
  return <Steps neighbors={useNeighbors(list, gameId)} {...steps} />;
}

type StepsProps = BesideGame & Pick<OverlayBarProps, 'title' | 'onStep'>;

/** Nothing if the game is not in the loaded part of the list. */
function Steps({ title, neighbors, onStep }: StepsProps) {
  const { t } = useTranslation('game');
  const steps = useRef<HTMLDivElement>(null);
  useArrowKeys(steps);
  const position = neighbors && t('position', { number: neighbors.index + 1, count: neighbors.total });
  return (
    <div ref={steps} className={styles.steps}>
      {neighbors && (
        <>
          <Step way="previous" to={neighbors.previous} onStep={onStep} />
          <Step way="next" to={neighbors.next} onStep={onStep} />
          <p className={styles.position} aria-hidden>
            {position}
          </p>
        </>
      )}
      {/* Announced when another game is shown, because the focus stays on the button. */}
      <VisuallyHidden role="status">{position && t('positionOf', { title, position })}</VisuallyHidden>
    </div>
  );
}

interface StepProps {
  way: 'previous' | 'next';
  /** Undefined at the end of the list, and while the next page of the list is loading. */
  to: string | undefined;
  onStep(gameId: string): void;
}

const icons = { previous: IconChevronLeft, next: IconChevronRight };

function Step({ way, to, onStep }: StepProps) {
  const { t } = useTranslation('game');
  const Icon = icons[way];
  return (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={t(way)}
      title={t(way)}
      aria-keyshortcuts={way === 'previous' ? 'ArrowLeft' : 'ArrowRight'}
      data-way={way}
      // Not `disabled`, which would remove the focus at the end of the list.
      aria-disabled={to === undefined}
      data-disabled={to === undefined || undefined}
      onClick={() => to !== undefined && onStep(to)}
    >
      <Icon size={22} />
    </ActionIcon>
  );
}

/** Makes the left and right arrow keys press the buttons. */
function useArrowKeys(steps: RefObject<HTMLElement | null>): void {
  const step: KeyAction = ({ target }, name) => {
    if (isMovingInside(target, steps.current?.parentElement)) return false;
    const way = name === 'ArrowLeft' ? 'previous' : 'next';
    const button = steps.current?.querySelector<HTMLElement>(`[data-way="${way}"]`);
    if (!button) return false;
    // The focused element may belong to the game that disappears.
    button.focus({ preventScroll: true });
    return button.click();
  };
  useKeys(gameKeys, { step }, steps);
}

/**
 * Returns whether the arrow keys move the focus instead (app/gamepad/): the D-pad always does, and arrow keys do once
 * they have moved it from the bar into the game.
 */
function isMovingInside(target: EventTarget | null, bar: Element | null | undefined): boolean {
  const { moved } = document.documentElement.dataset;
  return moved === 'gamepad' || (moved === 'keys' && !bar?.contains(target as Node));
}

// The games before and after the open game, in the order of the list behind it.

interface Neighbors {
  /** Of the open game in the list, counted from 0. */
  index: number;
  /** The number of games in the list. */
  total: number;
  /** The ids of the games, if there are any and they are loaded. */
  previous: string | undefined;
  next: string | undefined;
}

/** Loads the pages of the list beside the game, too. Returns undefined if the game is not in the loaded part of the list. */
function useNeighbors(list: GameList, gameId: string): Neighbors | undefined {
  const client = useApi();
  const loaded = useLoadedList(list);
  const index = useMemo(() => loaded.listIds().indexOf(gameId), [loaded, gameId]);
  const { total } = loaded;
  const beside = index < 0 || total === undefined ? [] : pagesBeside(index, total);
  useQueries({ queries: beside.map((page) => gamesPageQuery(client, list, page)) });
  if (index < 0 || total === undefined) return undefined;
  return { index, total, previous: loaded.gameAt(index - 1)?._id, next: loaded.gameAt(index + 1)?._id };
}

/** How many steps before the end of a page of the list the next page is loaded. */
const stepsAhead = 5;

/** The page of the game, which must not be dropped while it is open, and the page that the next steps lead to. */
function pagesBeside(index: number, total: number): number[] {
  const ends = [Math.max(0, index - stepsAhead), index, Math.min(total - 1, index + stepsAhead)];
  return [...new Set(ends.map(pageOf))];
}
