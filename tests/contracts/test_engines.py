"""Rules that every engine keeps."""

import pytest

from nge.physics.physics_settings import engines
from nge.testing.engine_contracts import ENGINE_CONTRACTS


@pytest.mark.parametrize("engine", engines())
@pytest.mark.parametrize("contract", ENGINE_CONTRACTS, ids=lambda contract: contract.__name__)
def test_an_engine_keeps(contract, engine):
    contract(engine)
